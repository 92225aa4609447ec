-- Adds to sums, and returns them. KEYS: the sums. ARGV: expiry in ms, an amount for each sum.
local sums = {}
for i, key in ipairs(KEYS) do
  if tonumber(ARGV[i + 1]) == 0 then
    sums[i] = redis.call('GET', key) or '0'
  else
    sums[i] = redis.call('INCRBYFLOAT', key, ARGV[i + 1])
    redis.call('PEXPIRE', key, ARGV[1])
  end
end
return sums
