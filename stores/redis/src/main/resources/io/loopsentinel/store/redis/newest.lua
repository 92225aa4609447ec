-- KEYS: a log, as append.lua writes it. Returns its time, the writer of its newest entry, and all writers.
local head = redis.call('LINDEX', KEYS[1], 0)
if not head then return {} end
local _, time, writers = cmsgpack.unpack(head)
local _, writer = struct.unpack('>I6I2', redis.call('LINDEX', KEYS[1], -1))
return {string.format('%.0f', time), writers[writer], writers}
