-- KEYS: the log, a list: its head, then its entries, the oldest first.
-- ARGV: place that was read, expiry in ms, maximum of entries, 1 to restart, writer, first number, events.
local log, after, max, number = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[6])
local now, added = redis.call('TIME'), 0
now = now[1] * 1000 + math.floor(now[2] / 1000)
local head, last, time, writers, numbers = redis.pcall('LINDEX', log, 0), 0, 0, {}, {}
if type(head) == 'table' and not string.find(head.err, '^WRONGTYPE') then return head end
if head then
  local _
  _, last, time, writers, numbers = pcall(cmsgpack.unpack, head)
  if type(time) ~= 'number' or type(writers) ~= 'table' or type(numbers) ~= 'table' then
    if ARGV[4] == '0' then return {now} end -- It is damaged, or of another version.
    redis.call('PEXPIRE', log, 0)
    head, last, time, writers, numbers = nil, 0, 0, {}, {}
  end
end
local kept = head and redis.call('LLEN', log) - 1 or 0
if after > last then after = 0 end

local writer = 1
while writers[writer] and writers[writer] ~= ARGV[5] do writer = writer + 1 end
local restarts = ARGV[4] == '1' and number > (numbers[writer] or 0)
time = math.max(time, now)
for i = 7, #ARGV do
  if number > (numbers[writer] or 0) then -- RPUSH is first: it fails if the memory is full.
    redis.call('RPUSH', log, struct.pack('>I6I2I6c0', time, writer, number, ARGV[i]))
    writers[writer], numbers[writer], added = ARGV[5], number, added + 1
  end
  number = number + 1
end

if added > 0 then
  last = last + added
  local total = kept + added
  kept = math.min(restarts and added or total, max)
  local changed = cmsgpack.pack(last, time, writers, numbers)
  if head and kept == total then
    redis.call('LSET', log, 0, changed)
  else
    redis.call('LTRIM', log, -kept, -1)
    redis.call('LPUSH', log, changed)
  end
end
if #ARGV > 6 then redis.call('PEXPIRE', log, ARGV[2]) end

local unread = math.min(last - after, kept)
if unread == 0 then return {} end
return {last, writers, redis.call('LRANGE', log, -unread, -1)}
