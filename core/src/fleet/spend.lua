-- Counts what several processes use of a spending limit, and gives them amounts of it ahead.
--
-- KEYS: 1 the window and what was used in it (hash), 2 processes and the time until which each is known to live (sorted
--       set), 3 what each holds (hash: given ahead, kept for calls, reported as used), 4 when each process that waits
--       asked (hash), 5 what was counted for processes that were gone (hash: window, amount, reported as used).
-- ARGV: 1 the process, 2 the limit, 3 milliseconds of a window, 4 kept for calls, 5 used by calls of the process, ever,
--       6 the part of it that was counted, 7 needed by a call that waits, or -1, 8 ahead, 9 the window and 10 what was
--       used in it, as the process knows them, 11 whether the client has ended, 12 the time in milliseconds for tests.
-- Returns texts: granted, wait or refused; the amount that is given out; used in the window; kept by others; processes;
-- the window; milliseconds that it lasts.
local PROCESS_TTL, KEYS_TTL, WAITS, HAIR = 5000, 600000, 2000, 0.000000001
local me, most, within, reserved = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local total, counted, need, ahead = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local leaves = ARGV[11] == '1'
local now = moment(ARGV[12])

local function text(number) return string.format('%.17g', number) end

local window = math.floor(now / within)
local kept = redis.call('HMGET', KEYS[1], 'window', 'used')
local used = 0
if tonumber(kept[1] or '') == window then
  used = tonumber(kept[2])
elseif not kept[1] and tonumber(ARGV[9]) == window then
  -- The store has lost its data: a process knows what it had.
  used = tonumber(ARGV[10])
end

-- A process that is gone uses nothing of what it was given ahead. Of its calls nobody knows what they used.
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  local held = amounts(redis.call('HGET', KEYS[3], gone) or '')
  used = used + (held[2] or 0)
  redis.call('HSET', KEYS[5], gone, window .. ' ' .. text(held[2] or 0) .. ' ' .. text(held[3] or 0))
  redis.call('ZREM', KEYS[2], gone)
  redis.call('HDEL', KEYS[3], gone)
  redis.call('HDEL', KEYS[4], gone)
end

-- What calls used since the last report. One that comes a second time counts once.
local before = amounts(redis.call('HGET', KEYS[3], me) or '')[3]
local gone = amounts(redis.call('HGET', KEYS[5], me) or '')
if gone[1] then
  -- It was only slow.
  if gone[1] == window then used = math.max(0, used - gone[2]) end
  before = gone[3]
  redis.call('HDEL', KEYS[5], me)
end
used = used + math.max(0, total - (before or counted))

redis.call('ZADD', KEYS[2], now + PROCESS_TTL, me)
local processes = redis.call('ZCARD', KEYS[2])
local given, others = 0, 0
local everyone = redis.call('HGETALL', KEYS[3])
for at = 1, #everyone, 2 do
  if everyone[at] ~= me then
    local held = amounts(everyone[at + 1])
    given, others = given + held[1], others + held[2]
  end
end
local waited = false
local waiting = redis.call('HGETALL', KEYS[4])
for at = 1, #waiting, 2 do
  waited = waited or (waiting[at] ~= me and tonumber(waiting[at + 1]) > now - WAITS)
end

local verdict, for_call, extra = 'granted', 0, 0
local left = most - used - others - reserved
local free = left - given
local hair = HAIR * most
if need > left + hair then
  verdict = 'refused'
elseif need > free + hair then
  verdict = 'wait'
end
if verdict == 'granted' and not leaves then
  for_call = math.max(0, need)
  -- Little is given ahead near the end of a limit, and none while another process waits for it.
  local room = math.min((free - for_call - most / 10) / (2 * processes), most / 20)
  if not waited then extra = math.max(0, math.min(ahead, room)) end
end
if verdict == 'wait' then
  redis.call('HSET', KEYS[4], me, text(now))
else
  redis.call('HDEL', KEYS[4], me)
end

redis.call('HSET', KEYS[1], 'window', window, 'used', text(used))
if leaves then
  redis.call('ZREM', KEYS[2], me)
  redis.call('HDEL', KEYS[3], me)
else
  redis.call('HSET', KEYS[3], me, text(extra) .. ' ' .. text(reserved + for_call) .. ' ' .. text(total))
end
for at = 1, 5 do redis.call('PEXPIRE', KEYS[at], math.ceil(within) + KEYS_TTL) end
return {verdict, text(for_call + extra), text(used), text(others), tostring(processes), string.format('%.0f', window),
  text(math.max(0, (window + 1) * within - now))}
