-- Has one process at a time write a prefix to the prompt cache.
--
-- KEYS: the prefixes of a call, each a text: `writes` and who does, or `kept`. They end by themselves.
-- ARGV: 1 `claim`, `began` or `left`, 2 who the call is, 3 milliseconds for which a claim holds, then of each prefix
--       the milliseconds for which it is in the cache from now on.
-- Returns texts: `wait`, or `go` and of each prefix the milliseconds for which it is in the cache, nothing if it is
-- not there.
local step, who, holds = ARGV[1], ARGV[2], ARGV[3]
local mine = 'writes ' .. who

if step == 'claim' then
  local kept = {}
  for at, key in ipairs(KEYS) do
    kept[at] = redis.call('GET', key)
    if kept[at] and kept[at] ~= 'kept' and kept[at] ~= mine then return {'wait'} end
  end
  local answer = {'go'}
  for at, key in ipairs(KEYS) do
    if kept[at] == 'kept' then
      answer[at + 1] = tostring(redis.call('PTTL', key))
    else
      redis.call('SET', key, mine, 'PX', holds)
      answer[at + 1] = ''
    end
  end
  return answer
end

for at, key in ipairs(KEYS) do
  if step == 'began' then
    if tonumber(ARGV[3 + at]) >= 1 then redis.call('SET', key, 'kept', 'PX', ARGV[3 + at]) end
  elseif redis.call('GET', key) == mine then
    redis.call('DEL', key)
  end
end
return {'go'}
