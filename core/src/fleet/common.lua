-- The functions that the scripts of the store share. It is put before each of them.

-- The time in milliseconds: that of a test, or the server's.
local function moment(of_test)
  local given = tonumber(of_test)
  if given then return given end
  local time = redis.call('TIME')
  return time[1] * 1000 + time[2] / 1000
end

-- The figures of a text, with blanks between them.
local function amounts(text)
  local all = {}
  for figure in string.gmatch(text or '', '%S+') do all[#all + 1] = tonumber(figure) end
  return all
end

