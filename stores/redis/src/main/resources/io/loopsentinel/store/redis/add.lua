-- KEYS: the sums. ARGV: expiry in ms, an amount for each.
local sums = {}
for i, sum in ipairs(KEYS) do
  if tonumber(ARGV[i + 1]) == 0 then
    sums[i] = redis.call('GET', sum) or '0'
  else
    sums[i] = redis.call('INCRBYFLOAT', sum, ARGV[i + 1])
    redis.call('PEXPIRE', sum, ARGV[1])
  end
end
return sums
