-- KEYS: a log, as append.lua writes it. Returns its time, the writer of its newest entry, and all writers,
-- or nothing if it is not such a log.
local head = redis.pcall('LINDEX', KEYS[1], 0)
if type(head) == 'table' and not string.find(head.err, '^WRONGTYPE') then return head end
local known, _, time, writers = pcall(cmsgpack.unpack, head)
if not known or type(time) ~= 'number' or type(writers) ~= 'table' then return {} end
local _, _, writer = pcall(struct.unpack, '>I6I2', redis.call('LINDEX', KEYS[1], -1))
return {string.format('%.0f', time), writers[writer] or writers[1], writers}
