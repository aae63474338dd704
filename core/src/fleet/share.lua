-- Gives a process a share of limits that several processes use, and takes what it reports of them.
--
-- KEYS: 1 buckets and cool-down (hash), 2 processes and the time until which each is known to live (sorted set),
--       3 what each process holds, and has sent without an answer (hash), 4 what each waiting process needs (hash).
-- ARGV: 1 the process, 2 `waits` if a call waits, `leaves` if the client has ended, 3 the share of each limit that it
--       leaves over, 4 whether a probe was answered, 5 milliseconds of a cool-down, 6 a measured rate of requests per
--       minute, 7 the time in milliseconds for tests, then twelve figures of each bucket: held, sent and not
--       answered, returned, needed, ahead, known limit, known level, reported limit, reported remaining, its
--       rounding, charged when its request was sent, milliseconds since then.
--       An empty text stands for a figure that is not known.
-- Returns texts: granted, wait, cool-down, probe, processes, then granted, limit, level, charged of each bucket.
local PROCESS_TTL, KEYS_TTL, PROBED, GROWTH, HAIR = 5000, 600000, 1000, 0.25, 0.000001
local me, waits, leaves, left_over = ARGV[1], ARGV[2] == 'waits', ARGV[2] == 'leaves', tonumber(ARGV[3])
local now = moment(ARGV[7])
local kept = {}
local fields = redis.call('HGETALL', KEYS[1])
for at = 1, #fields, 2 do kept[fields[at]] = fields[at + 1] end

-- What a bucket counts begins with the time: a process that still counts by a store that was lost is far behind.
local born = now * 100
local asked, buckets = {}, {}
for b = 1, 4 do
  local from, one = 7 + (b - 1) * 12, {}
  local names = {'held', 'sent', 'returned', 'need', 'ahead', 'limit', 'level', 'stated', 'remaining', 'rounding',
    'charged', 'ago'}
  for at, name in ipairs(names) do one[name] = tonumber(ARGV[from + at]) end
  asked[b] = one
  local limit = tonumber(kept['limit' .. b])
  if limit then
    buckets[b] = {limit = limit, level = tonumber(kept['level' .. b]), at = tonumber(kept['at' .. b]),
      charged = tonumber(kept['charged' .. b]), source = kept['source' .. b]}
  elseif one.limit then
    buckets[b] = {limit = one.limit, level = math.min(one.level, one.limit), at = now, charged = born,
      source = 'stated'}
  elseif one.stated or one.remaining then
    local most = one.stated or one.remaining
    if most > 0 then
      buckets[b] = {limit = most, level = one.remaining or most, at = now, charged = born,
        source = one.stated and 'stated' or 'seen'}
    end
  end
end

for b, bucket in pairs(buckets) do
  local passed = math.max(0, now - bucket.at) / 60000
  if bucket.source == 'measured' then bucket.limit = bucket.limit * (1 + GROWTH * passed) end
  bucket.level = math.min(bucket.limit, bucket.level + passed * bucket.limit)
  bucket.at = math.max(bucket.at, now)
end

-- What the processes held that are gone is free again.
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  local held = amounts(redis.call('HGET', KEYS[3], gone) or '')
  for b, bucket in pairs(buckets) do
    bucket.level = math.min(bucket.limit, bucket.level + (held[b] or 0))
    bucket.charged = bucket.charged - (held[b] or 0)
  end
  redis.call('ZREM', KEYS[2], gone)
  redis.call('HDEL', KEYS[3], gone)
  redis.call('HDEL', KEYS[4], gone)
end
redis.call('ZADD', KEYS[2], now + PROCESS_TTL, me)
local processes = redis.call('ZCARD', KEYS[2])

local out = {0, 0, 0, 0}
local everyone = redis.call('HGETALL', KEYS[3])
for at = 1, #everyone, 2 do
  if everyone[at] ~= me then
    local held = amounts(everyone[at + 1])
    for b = 1, 4 do out[b] = out[b] + (held[b] or 0) + (held[b + 4] or 0) end
  end
end

for b, bucket in pairs(buckets) do
  local one = asked[b]
  bucket.level = math.min(bucket.limit, bucket.level + one.returned)
  bucket.charged = bucket.charged - one.returned
  if one.stated then
    if one.stated > 0 then bucket.limit, bucket.source = one.stated, 'stated' end
  elseif one.remaining and bucket.source == 'seen' then
    bucket.limit = math.max(bucket.limit, one.remaining)
  end
  if one.remaining then
    -- The true level is between what is left less all that was given out and may not have been counted, and what is
    -- left with the refill since.
    local since = math.max(0, bucket.charged - one.charged)
    local least = one.remaining - one.rounding - since - out[b] - one.held - one.sent
    local most = one.remaining + one.rounding + one.ago * bucket.limit / 60000
    bucket.level = math.min(math.max(bucket.level, least), most)
  end
  bucket.level = math.min(bucket.level, bucket.limit)
end

local cool = tonumber(kept.cool) or 0
local probe, probe_until = kept.probe or '', tonumber(kept.probe_until) or 0
if tonumber(ARGV[5]) then
  cool = math.max(cool, now + tonumber(ARGV[5]))
  probe, probe_until = 'due', 0
  local rate = tonumber(ARGV[6])
  if rate then
    rate = math.max(1, rate * processes)
    local before = buckets[1]
    if not before or before.source == 'measured' then
      buckets[1] = {limit = rate, level = 0, at = now, charged = before and before.charged or born,
        source = 'measured'}
    else
      before.limit, before.level, before.source = math.min(rate, before.limit), 0, 'measured'
    end
  end
elseif ARGV[4] == '1' and probe == me then
  probe, probe_until = '', 0
end
if probe ~= '' and probe ~= 'due' and now >= probe_until then probe = '' end

local granted, wait, is_probe, given = false, 0, false, {0, 0, 0, 0}
if waits then
  if now < cool then
    wait = cool - now
  elseif probe ~= '' and probe ~= 'due' and probe ~= me then
    wait = probe_until - now
  else
    -- Those that wait longer go first.
    local mine = amounts(redis.call('HGET', KEYS[4], me) or '')
    local since, before, others = mine[1] or now, {0, 0, 0, 0}, false
    local waiting = redis.call('HGETALL', KEYS[4])
    for at = 1, #waiting, 2 do
      if waiting[at] ~= me then
        others = true
        local need = amounts(waiting[at + 1])
        if need[1] < since then
          for b = 1, 4 do before[b] = before[b] + (need[b + 1] or 0) end
        end
      end
    end
    for b, bucket in pairs(buckets) do
      local need = math.max(0, asked[b].need - asked[b].held)
      local wanted = math.min(need + before[b] + left_over * bucket.limit, math.max(1, bucket.limit))
      local missing = wanted - bucket.level
      if missing > HAIR then wait = math.max(wait, math.ceil(missing * 60000 / bucket.limit)) end
    end
    granted = wait == 0
    if granted then
      is_probe = probe == 'due'
      if is_probe then probe, probe_until = me, now + PROBED end
      for b, bucket in pairs(buckets) do
        local need = math.max(0, asked[b].need - asked[b].held)
        local room = (bucket.level - need - left_over * bucket.limit) / (2 * processes)
        local ahead = math.min(asked[b].ahead, room, bucket.limit / 20)
        if others or is_probe then ahead = 0 end
        given[b] = need + math.max(0, ahead)
        bucket.level, bucket.charged = bucket.level - given[b], bucket.charged + given[b]
      end
      redis.call('HDEL', KEYS[4], me)
    else
      local needs = {tostring(since)}
      for b = 1, 4 do needs[b + 1] = tostring(asked[b].need) end
      redis.call('HSET', KEYS[4], me, table.concat(needs, ' '))
    end
  end
else
  redis.call('HDEL', KEYS[4], me)
end

local function text(number) return string.format('%.6f', number) end
local held, store = {}, {'cool', text(cool), 'probe', probe, 'probe_until', text(probe_until)}
local answer = {granted and '1' or '0', text(wait), text(math.max(0, cool - now)), is_probe and '1' or '0',
  tostring(processes)}
for b = 1, 4 do
  held[b], held[b + 4] = text(asked[b].held + given[b]), text(asked[b].sent)
  local bucket = buckets[b]
  answer[#answer + 1] = text(given[b])
  if bucket then
    for _, name in ipairs({'limit', 'level', 'charged'}) do answer[#answer + 1] = text(bucket[name]) end
    for _, name in ipairs({'limit', 'level', 'charged', 'at'}) do
      store[#store + 1] = name .. b
      store[#store + 1] = text(bucket[name])
    end
    store[#store + 1] = 'source' .. b
    store[#store + 1] = bucket.source
  else
    for _ = 1, 3 do answer[#answer + 1] = '' end
  end
end
redis.call('HSET', KEYS[1], unpack(store))
if leaves then
  redis.call('ZREM', KEYS[2], me)
  redis.call('HDEL', KEYS[3], me)
else
  redis.call('HSET', KEYS[3], me, table.concat(held, ' '))
end
for at = 1, 4 do redis.call('PEXPIRE', KEYS[at], KEYS_TTL) end
return answer
