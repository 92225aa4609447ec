-- Appends events to the log of a session, and returns the entries after a place.
-- KEYS: the list of entries; the hash of what is known about the log:
--   dropped: number of entries before the list; time: that of the last entry; w:NAME: last number of a writer
-- ARGV: writer, first number, after, whether to restart (1), expiry in ms, maximum of entries, events ...
local dropped = tonumber(redis.call('HGET', KEYS[2], 'dropped') or '0')
local size = redis.call('LLEN', KEYS[1])
local after = tonumber(ARGV[3])
local lost = after > dropped + size
if #ARGV > 6 then
  local writer = 'w:' .. ARGV[1]
  local last = tonumber(redis.call('HGET', KEYS[2], writer) or '0')
  local now = redis.call('TIME')
  local time = math.max(now[1] * 1000 + math.floor(now[2] / 1000), tonumber(redis.call('HGET', KEYS[2], 'time') or '0'))
  if ARGV[4] == '1' and tonumber(ARGV[2]) > last then
    redis.call('DEL', KEYS[1])
    dropped, size = dropped + size, 0
  end
  local head = string.format('%.0f', time)
  for i = 7, #ARGV do
    local number = tonumber(ARGV[2]) + i - 7
    if number > last then
      redis.call('RPUSH', KEYS[1], head .. ' ' .. string.format('%.0f', number) .. ' ' .. ARGV[1] .. ' ' .. ARGV[i])
      size, last = size + 1, number
    end
  end
  local excess = size - tonumber(ARGV[6])
  if excess > 0 then
    redis.call('LTRIM', KEYS[1], excess, -1)
    dropped, size = dropped + excess, size - excess
  end
  redis.call('HSET', KEYS[2], 'dropped', string.format('%.0f', dropped), 'time', head, writer, string.format('%.0f', last))
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
end
local from = lost and 0 or math.max(after - dropped, 0)
return {dropped + from, redis.call('LRANGE', KEYS[1], from, -1)}
