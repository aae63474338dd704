-- Adds up what the calls of several processes used.
--
-- KEYS: 1 the sum as JSON, 2 the book that the process reported last (both texts), 3 processes and the time until which
--       each is known to live (sorted set).
-- ARGV: 1 the process, 2 its book as JSON, 3 whether its client has ended, 4 the time in milliseconds for tests.
-- Returns the number of processes and the sum.
local PROCESS_TTL, KEYS_TTL = 5000, 40 * 86400000
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

-- The process reports all that it ever counted: what it reported last is in the sum.
local sum = cjson.decode(redis.call('GET', KEYS[1]) or '{}')
add(sum, cjson.decode(book), 1)
add(sum, cjson.decode(redis.call('GET', KEYS[2]) or '{}'), -1)
local text = cjson.encode(sum)
redis.call('SET', KEYS[1], text, 'PX', KEYS_TTL)

redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
if leaves then
  redis.call('DEL', KEYS[2])
  redis.call('ZREM', KEYS[3], me)
else
  redis.call('SET', KEYS[2], book, 'PX', KEYS_TTL)
  redis.call('ZADD', KEYS[3], now + PROCESS_TTL, me)
end
redis.call('PEXPIRE', KEYS[3], KEYS_TTL)
return {tostring(redis.call('ZCARD', KEYS[3])), text}
