debug.sethook(function() end, "", 1)
local function again() while true do pcall(error, again) end end
coroutine.wrap(again)()
