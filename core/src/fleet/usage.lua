-- Adds up what the calls of several processes used.
--
-- KEYS: 1 the book of each process as JSON, and of those that have ended together under the empty name (hash),
--       2 processes and the time until which each is known to live (sorted set), 3 what of a book is in that sum
--       (hash).
-- ARGV: 1 the process, 2 its book, 3 whether its client has ended, 4 the time in milliseconds for tests.
-- Returns the number of processes and the sum of all books as JSON.
local PROCESS_TTL, KEYS_TTL, ENDED = 5000, 40 * 86400000, ''
local me, book, leaves = ARGV[1], ARGV[2], ARGV[3] == '1'
local now = moment(ARGV[4])

local function add(sum, part, sign)
  for name, figure in pairs(part) do
    if type(figure) == 'table' then
      sum[name] = sum[name] or {}
      add(sum[name], figure, sign)
    else
      sum[name] = (sum[name] or 0) + sign * figure
    end
  end
end
local function read(key, name) return cjson.decode(redis.call('HGET', key, name) or '{}') end

-- A process that is silent is counted among those that have ended. If it was only idle, it goes on from there.
local function close(process)
  local sum = read(KEYS[1], ENDED)
  add(sum, read(KEYS[1], process), 1)
  add(sum, read(KEYS[3], process), -1)
  redis.call('HSET', KEYS[1], ENDED, cjson.encode(sum))
  local last = redis.call('HGET', KEYS[1], process)
  if last then redis.call('HSET', KEYS[3], process, last) end
  redis.call('HDEL', KEYS[1], process)
  redis.call('ZREM', KEYS[2], process)
end

for _, silent in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  if silent ~= me then close(silent) end
end
redis.call('HSET', KEYS[1], me, book)
redis.call('ZADD', KEYS[2], now + PROCESS_TTL, me)
if leaves then
  close(me)
  redis.call('HDEL', KEYS[3], me)
end

local sum = {}
local books = redis.call('HGETALL', KEYS[1])
for at = 1, #books, 2 do
  add(sum, cjson.decode(books[at + 1]), 1)
  if books[at] ~= ENDED then add(sum, read(KEYS[3], books[at]), -1) end
end
for at = 1, 3 do redis.call('PEXPIRE', KEYS[at], KEYS_TTL) end
return {tostring(redis.call('ZCARD', KEYS[2])), cjson.encode(sum)}
