-- Adds up what the calls of several processes used.
--
-- KEYS: 1 the sum as JSON, 2 the book that the process reported last (both texts), 3 processes and the time until which
--       each is known to live (sorted set).
-- ARGV: 1 the process, 2 its book as JSON, 3 whether its client has ended, 4 the time in milliseconds for tests.
-- Returns the number of processes and the sum.
local PROCESS_TTL, KEYS_TTL, LINES, OTHERS = 5000, 40 * 86400000, 4096, '(others)'
local me, book, leaves = ARGV[1], cjson.decode(ARGV[2]), ARGV[3] == '1'
local now = moment(ARGV[4])
local sum = cjson.decode(redis.call('GET', KEYS[1]) or '{"total":{},"models":{},"labels":{}}')

local function add(figures, more, sign)
  for name, figure in pairs(more) do figures[name] = (figures[name] or 0) + sign * figure end
end

-- Names are added until there are too many, and none is taken away: a name has always had a line of its own, or never.
local function add_lines(lines, more, sign)
  local count = 0
  for _ in pairs(lines) do count = count + 1 end
  for name, figures in pairs(more) do
    if not lines[name] then
      if count >= LINES then name = OTHERS end
      if not lines[name] then
        lines[name] = {}
        count = count + 1
      end
    end
    add(lines[name], figures, sign)
  end
end

local function add_book(part, sign)
  add(sum.total, part.total, sign)
  add_lines(sum.models, part.models, sign)
  add_lines(sum.labels, part.labels, sign)
end

-- The process reports all that it ever counted: what it reported last is in the sum.
add_book(book, 1)
local last = redis.call('GET', KEYS[2])
if last then add_book(cjson.decode(last), -1) end
local text = cjson.encode(sum)
redis.call('SET', KEYS[1], text, 'PX', KEYS_TTL)

redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
if leaves then
  redis.call('DEL', KEYS[2])
  redis.call('ZREM', KEYS[3], me)
else
  redis.call('SET', KEYS[2], ARGV[2], 'PX', KEYS_TTL)
  redis.call('ZADD', KEYS[3], now + PROCESS_TTL, me)
end
redis.call('PEXPIRE', KEYS[3], KEYS_TTL)
return {tostring(redis.call('ZCARD', KEYS[3])), text}
