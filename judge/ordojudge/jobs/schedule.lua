-- Jobs between API processes and slots: who waits, who runs, what came of it.
-- Each command is one atomic step. rq_schedule.py calls it, and puts STRIDES before it: a lane's step by its weight.
--
-- A line is where jobs wait for the slots that offer the same languages; it is there as long as such a slot lives.
-- A job stands in each line whose slots offer all that it needs, and leaves them all when one takes it.
--
-- With P for the name that all keys begin with:
--   P:job:ID            hash: task, lane, client, state, and what is known of it
--   P:same:DIGEST       the job that an equal task of another API process may join
--   P:waiting:LANE      sorted set: queued jobs by the time they came
--   P:running:LANE      sorted set: running jobs by the time they began
--   P:over              sorted set: jobs that are over, by the time they ended
--   P:turn:TURN         hash: what names the one who has it, the job that it runs; TURN is NAME-LINE-NUMBER
--   P:machine:MACHINE   what its slots have said of it
--   P:meta              hash: counters, each lane's place in the shares of a line, the measured rate
--   P:lines             hash: the languages of each line
--   P:closed            sorted set: languages of lines that are there no more, by the time they went
--   P:standing:LINE     set: queued jobs that stand in it
--   P:clients:LINE:LANE sorted set: clients with such jobs, in the order of their turns
--   P:queue:LINE:LANE:CLIENT  sorted set: a client's such jobs in order
--   P:slots:LINE        sorted set: slots, MACHINE.LINE.…, by the time until which they are believed to live
--   P:turns:LINE        sorted set: turns of slots, by the time until which they are believed to be in good hands
--   P:unbegun:LINE      set: turns that no slot has begun
--
-- Times are milliseconds of Redis' own clock, so no two machines need to agree on theirs.

local P = KEYS[1] .. ':'
local command = ARGV[1]
local rules = cjson.decode(ARGV[2])
local call = redis.call
local META = P .. 'meta'
local LANES = {'train', 'eval', 'batch'}
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function job_key(id) return P .. 'job:' .. id end

local function number(value) return string.format('%.0f', value) end

local function listens(to, who)
  return string.find(' ' .. (to or '') .. ' ', ' ' .. who .. ' ', 1, true) ~= nil
end

local function line_of_turn(turn) return string.match(turn, '([^-]+)-%d+$') end

local function line_of_slot(slot) return string.match(slot, '^[^.]+%.([^.]+)') end

local lines_now
-- The lines, and the languages of each.
local function lines()
  if lines_now == nil then
    lines_now = {}
    local found = call('HGETALL', P .. 'lines')
    for place = 1, #found, 2 do lines_now[found[place]] = found[place + 1] end
  end
  return lines_now
end

-- Whether all that is needed is among languages; both are lists by commas.
local function offers(languages, needs)
  for need in string.gmatch(needs, '[^,]+') do
    if not string.find(',' .. languages .. ',', ',' .. need .. ',', 1, true) then return false end
  end
  return true
end

-- Whether slots live, but none that could judge it, and none lately.
local function hopeless(needs)
  if next(lines()) == nil then return false end
  for _, languages in pairs(lines()) do
    if offers(languages, needs) then return false end
  end
  call('ZREMRANGEBYSCORE', P .. 'closed', '-inf', now - rules.missed_ms)
  for _, languages in ipairs(call('ZRANGE', P .. 'closed', 0, -1)) do
    if offers(languages, needs) then return false end
  end
  return true
end

local function waiting()
  local count = 0
  for _, lane in ipairs(LANES) do count = count + call('ZCARD', P .. 'waiting:' .. lane) end
  return count
end

local function live_slots()
  local count = 0
  for line in pairs(lines()) do count = count + call('ZCOUNT', P .. 'slots:' .. line, now, '+inf') end
  return count
end

-- Make as many turns as there are jobs without one and slots without one, in each line; returns their names.
-- A turn is the right of a slot to take jobs until none is left.
local function new_turns()
  local made = {}
  for line in pairs(lines()) do
    local standing = call('SCARD', P .. 'standing:' .. line)
    if standing > 0 then
      local free = call('ZCOUNT', P .. 'slots:' .. line, now, '+inf') - call('ZCARD', P .. 'turns:' .. line)
      for _ = 1, math.min(standing - call('SCARD', P .. 'unbegun:' .. line), free) do
        local turn = rules.name .. '-' .. line .. '-' .. number(call('HINCRBY', META, 'turns', 1))
        call('ZADD', P .. 'turns:' .. line, now + rules.lost_after_ms, turn)
        call('SADD', P .. 'unbegun:' .. line, turn)
        made[#made + 1] = turn
      end
    end
  end
  return made
end

local function drop_turn(turn)
  local line = line_of_turn(turn)
  call('ZREM', P .. 'turns:' .. line, turn)
  call('SREM', P .. 'unbegun:' .. line, turn)
  call('DEL', P .. 'turn:' .. turn)
end

local function stand(line, id, lane, client, seq)
  local queue = P .. 'queue:' .. line .. ':' .. lane .. ':' .. client
  call('SADD', P .. 'standing:' .. line, id)
  if call('EXISTS', queue) == 0 then
    call('ZADD', P .. 'clients:' .. line .. ':' .. lane, call('HINCRBY', META, 'clients', 1), client)
  end
  call('ZADD', queue, seq, id)
end

local function enqueue(id, lane, client, seq, at, needs)
  for line, languages in pairs(lines()) do
    if offers(languages, needs) then stand(line, id, lane, client, seq) end
  end
  call('ZADD', P .. 'waiting:' .. lane, at, id)
end

local function dequeue(id, lane, client)
  for line in pairs(lines()) do
    if call('SREM', P .. 'standing:' .. line, id) == 1 then
      local queue = P .. 'queue:' .. line .. ':' .. lane .. ':' .. client
      call('ZREM', queue, id)
      if call('EXISTS', queue) == 0 then call('ZREM', P .. 'clients:' .. line .. ':' .. lane, client) end
    end
  end
  call('ZREM', P .. 'waiting:' .. lane, id)
end

local function forget(id)
  local key = job_key(id)
  local same = call('HGET', key, 'same')
  if same and call('GET', P .. 'same:' .. same) == id then call('DEL', P .. 'same:' .. same) end
  call('DEL', key)
  call('ZREM', P .. 'over', id)
end

-- Give an open job its outcome; the first one stands. Tells whether it was open.
local function settle(id, state, outcome, good)
  local key = job_key(id)
  local seen = call('HMGET', key, 'state', 'lane', 'client', 'to', 'same')
  if seen[1] == 'queued' then
    dequeue(id, seen[2], seen[3])
  elseif seen[1] == 'running' then
    call('ZREM', P .. 'running:' .. seen[2], id)
  else
    return false
  end
  call('HSET', key, 'state', state, 'outcome', outcome)
  call('HDEL', key, 'task', 'turn')
  call('PEXPIRE', key, rules.keep_ms)
  local same = P .. 'same:' .. seen[5]
  if call('GET', same) == id then
    if good then call('PEXPIRE', same, rules.keep_ms) else call('DEL', same) end
  end
  call('ZADD', P .. 'over', now, id)
  call('ZREMRANGEBYSCORE', P .. 'over', '-inf', now - rules.keep_ms)
  local surplus = call('ZCARD', P .. 'over') - rules.capacity
  if surplus > 0 then
    for _, old in ipairs(call('ZRANGE', P .. 'over', 0, surplus - 1)) do forget(old) end
  end
  for who in string.gmatch(seen[4] or '', '%S+') do call('PUBLISH', P .. 'over:' .. who, id) end
  return true
end

-- A job whose slot is gone goes back to its place, or is given up when it was tried often enough.
local function give_back(id, cause, given_up)
  local seen = call('HMGET', job_key(id), 'state', 'lane', 'client', 'seq', 'at', 'tries', 'needs')
  if seen[1] ~= 'running' then return end
  if cause == 'lost' and tonumber(seen[6]) >= rules.tries then
    call('HINCRBY', META, 'retries:given-up', 1)
    settle(id, 'done', given_up, false)
    return
  end
  call('HINCRBY', META, 'retries:' .. cause, 1)
  if cause ~= 'lost' then call('HINCRBY', job_key(id), 'tries', -1) end
  call('ZREM', P .. 'running:' .. seen[2], id)
  call('HSET', job_key(id), 'state', 'queued')
  call('HDEL', job_key(id), 'turn')
  enqueue(id, seen[2], seen[3], seen[4], seen[5], seen[7])
end

-- The lane whose turn it is in a line, by stride scheduling; none if nothing stands there.
local function next_lane(line)
  local passes, ready, chosen = {}, {}, nil
  for _, lane in ipairs(LANES) do
    passes[lane] = tonumber(call('HGET', META, 'pass:' .. line .. ':' .. lane) or 0)
    ready[lane] = call('EXISTS', P .. 'clients:' .. line .. ':' .. lane) == 1
    if ready[lane] and (chosen == nil or passes[lane] < passes[chosen]) then chosen = lane end
  end
  if chosen == nil then return nil end
  for _, lane in ipairs(LANES) do
    if not ready[lane] and passes[lane] < passes[chosen] then -- idle time isn't saved up for later
      call('HSET', META, 'pass:' .. line .. ':' .. lane, number(passes[chosen]))
    end
  end
  call('HSET', META, 'pass:' .. line .. ':' .. chosen, number(passes[chosen] + STRIDES[chosen]))
  return chosen
end

-- The next job of a line, which is queued no more; none if nothing stands there.
local function next_job(line)
  local lane = next_lane(line)
  if lane == nil then return nil end
  local clients = P .. 'clients:' .. line .. ':' .. lane
  local client = call('ZRANGE', clients, 0, 0)[1]
  local id = call('ZRANGE', P .. 'queue:' .. line .. ':' .. lane .. ':' .. client, 0, 0)[1]
  call('ZADD', clients, call('HINCRBY', META, 'clients', 1), client)
  dequeue(id, lane, client)
  return id, lane
end

-- Begin a line, with what waits already and can be judged there.
local function open_line(line, languages)
  call('HSET', P .. 'lines', line, languages)
  lines()[line] = languages
  for _, lane in ipairs(LANES) do
    for _, id in ipairs(call('ZRANGE', P .. 'waiting:' .. lane, 0, -1)) do
      local seen = call('HMGET', job_key(id), 'client', 'seq', 'needs')
      if seen[3] and offers(languages, seen[3]) then stand(line, id, lane, seen[1], seen[2]) end
    end
  end
end

-- End a line without slots; what waits in it goes on waiting.
local function close_line(line)
  call('ZADD', P .. 'closed', now, lines()[line])
  for _, turn in ipairs(call('ZRANGE', P .. 'turns:' .. line, 0, -1)) do drop_turn(turn) end
  for _, lane in ipairs(LANES) do
    local clients = P .. 'clients:' .. line .. ':' .. lane
    for _, client in ipairs(call('ZRANGE', clients, 0, -1)) do
      call('DEL', P .. 'queue:' .. line .. ':' .. lane .. ':' .. client)
    end
    call('DEL', clients)
    call('HDEL', META, 'pass:' .. line .. ':' .. lane)
  end
  call('DEL', P .. 'standing:' .. line, P .. 'slots:' .. line)
  call('HDEL', P .. 'lines', line)
  lines()[line] = nil
end

local function count_time(took_ms)
  local seen = call('HMGET', META, 'rate:jobs', 'rate:mean_ms')
  local jobs = math.min(tonumber(seen[1] or 0) + 1, rules.latest)
  local mean_ms = tonumber(seen[2] or 0)
  mean_ms = mean_ms + (took_ms - mean_ms) / jobs
  call('HSET', META, 'rate:jobs', jobs, 'rate:mean_ms', string.format('%.6f', mean_ms))
end

-- A listener that wants a job no more; the job ends, or is forgotten, when it was the last one.
local function leave(me, id, state)
  local seen = call('HMGET', job_key(id), 'state', 'to')
  if not seen[1] then return end
  if listens(seen[2], me) then
    local others = {}
    for who in string.gmatch(seen[2], '%S+') do
      if who ~= me then others[#others + 1] = who end
    end
    call('HSET', job_key(id), 'to', table.concat(others, ' '))
    if #others > 0 then return end
  end
  if not settle(id, state, '', false) then forget(id) end
end

local commands = {}

-- me, lane, client, patience in ms or '', then for each job: id, digest of what makes it equal, the languages that
-- it needs, task
-- → {1, {turns}, id, whether it was there already or is over, …} or {0, jobs that wait, slots, mean time of a job}
function commands.submit(me, lane, client, patience)
  local deadline = patience ~= '' and now + tonumber(patience) or nil
  local found, fresh = {}, 0
  for place = 7, #ARGV, 4 do
    local id, same = ARGV[place], ARGV[place + 1]
    local there = call('EXISTS', job_key(id)) == 1 and id or false -- sent again, its answer was lost
    local other = not there and call('GET', P .. 'same:' .. same)
    if other then
      local seen = call('HMGET', job_key(other), 'state', 'to', 'deadline')
      local open = seen[1] == 'queued' or seen[1] == 'running'
      if (open or seen[1] == 'done') and not listens(seen[2], me) then
        there = other
        call('HSET', job_key(other), 'to', (seen[2] or '') .. ' ' .. me)
        if open and seen[3] ~= '' and (deadline == nil or deadline > tonumber(seen[3])) then
          call('HSET', job_key(other), 'deadline', deadline and number(deadline) or '')
        end
      end
    end
    if not there then fresh = fresh + 1 end
    found[#found + 1] = there
  end
  local count = waiting()
  if fresh > 0 and count + fresh > rules.capacity then
    for _, there in ipairs(found) do
      if there then leave(me, there, 'cancelled') end
    end
    return {0, count, live_slots(), call('HGET', META, 'rate:mean_ms') or ''}
  end
  local reply = {1, false}
  for index, there in ipairs(found) do
    local place = 3 + 4 * index
    local id = there or ARGV[place]
    if not there then
      local needs = ARGV[place + 2]
      local seq = call('HINCRBY', META, 'jobs', 1)
      call('HSET', job_key(id), 'task', ARGV[place + 3], 'same', ARGV[place + 1], 'needs', needs, 'lane', lane,
        'client', client, 'state', 'queued', 'at', number(now), 'seq', seq, 'tries', 0, 'to', me,
        'deadline', deadline and number(deadline) or '')
      call('SET', P .. 'same:' .. ARGV[place + 1], id, 'PX', rules.longest_ms)
      enqueue(id, lane, client, seq, number(now), needs)
      if hopeless(needs) then
        local why = {error = 'SandboxUnavailable', message = 'no worker judges ' .. needs}
        settle(id, 'failed', cjson.encode(why), false)
        there = id
      end
    end
    reply[#reply + 1] = id
    reply[#reply + 1] = there and 1 or 0
  end
  reply[2] = new_turns()
  return reply
end

-- me, then for each job: id, the state that it ends in if it is open
function commands.leave(me)
  for place = 4, #ARGV, 2 do leave(me, ARGV[place], ARGV[place + 1]) end
  return 1
end

-- me, id → its state, and me among those who hear when it is over
function commands.listen(me, id)
  local seen = call('HMGET', job_key(id), 'state', 'to')
  if seen[1] and not listens(seen[2], me) then
    call('HSET', job_key(id), 'to', (seen[2] or '') .. ' ' .. me)
  end
  return seen[1]
end

-- turn, holder, slot, whether to go on; the job that the slot is done with or '', and its state ('' if it was
-- taken from the slot), outcome, whether equal tasks may use it, ms that it took
-- → {{turns}} or {{turns}, id, task, ms that it waited, how often it has been tried}
function commands.take(turn, holder, slot, go_on, over, state, outcome, good, took_ms)
  local key = P .. 'turn:' .. turn
  if over ~= '' then
    if state ~= '' and settle(over, state, outcome, good == '1') then count_time(tonumber(took_ms)) end
    if call('HGET', key, 'job') == over then call('HDEL', key, 'job') end
  end
  local seen = call('HMGET', key, 'holder', 'job')
  local line = line_of_turn(turn)
  if not call('ZSCORE', P .. 'turns:' .. line, turn) or (seen[1] and seen[1] ~= holder) then
    return {{}} -- it was believed to be lost, and others go on
  end
  call('HSET', key, 'holder', holder)
  call('SREM', P .. 'unbegun:' .. line, turn)
  call('ZADD', P .. 'turns:' .. line, now + rules.lost_after_ms, turn)
  call('ZADD', P .. 'slots:' .. line, now + rules.lost_after_ms, slot)
  local id = seen[2] -- set where the answer to this very call was lost
  local lane
  if not id and go_on == '1' then
    repeat
      id, lane = next_job(line)
      local deadline = id and call('HGET', job_key(id), 'deadline') or ''
      local late = deadline ~= '' and tonumber(deadline) <= now
      if late then settle(id, 'expired', '', false) end
    until not late
    if id then
      local waited = now - tonumber(call('HGET', job_key(id), 'at'))
      call('HINCRBY', job_key(id), 'tries', 1)
      call('HSET', job_key(id), 'state', 'running', 'turn', turn, 'waited_ms', number(waited))
      call('ZADD', P .. 'running:' .. lane, now, id)
      call('HSET', key, 'job', id)
    end
  end
  if not id then
    drop_turn(turn)
    return {new_turns()}
  end
  local told = call('HMGET', job_key(id), 'task', 'waited_ms', 'tries')
  return {{}, id, told[1], told[2], told[3]}
end

-- slot, the languages that it offers, turn or '', holder, job or '' → 1 as long as it may go on with the job
function commands.beat(slot, languages, turn, holder, id)
  local line = line_of_slot(slot)
  call('ZADD', P .. 'slots:' .. line, now + rules.lost_after_ms, slot)
  if lines()[line] == nil then open_line(line, languages) end
  if turn == '' then return 1 end
  if call('HGET', P .. 'turn:' .. turn, 'holder') ~= holder then return 0 end
  call('ZADD', P .. 'turns:' .. line_of_turn(turn), 'XX', now + rules.lost_after_ms, turn)
  if id == '' then return 1 end
  local seen = call('HMGET', job_key(id), 'state', 'deadline', 'turn')
  if seen[1] ~= 'running' or seen[3] ~= turn then return 0 end
  if seen[2] ~= '' and tonumber(seen[2]) <= now then
    settle(id, 'expired', '', false)
    return 0
  end
  return 1
end

-- slot, turn or '' → the turns that others are to have instead: this slot ends, and its job runs elsewhere
function commands.depart(slot, turn)
  call('ZREM', P .. 'slots:' .. line_of_slot(slot), slot)
  if turn ~= '' and call('ZSCORE', P .. 'turns:' .. line_of_turn(turn), turn) then
    local id = call('HGET', P .. 'turn:' .. turn, 'job')
    if id then give_back(id, 'drained') end
    drop_turn(turn)
  end
  return new_turns()
end

-- Turns and jobs of a line whose slots are gone are for others to have.
local function sweep_line(line, given_up)
  call('ZREMRANGEBYSCORE', P .. 'slots:' .. line, '-inf', now)
  local late = call('EXISTS', P .. 'slots:' .. line) == 1 and now or '+inf'
  for _, turn in ipairs(call('ZRANGEBYSCORE', P .. 'turns:' .. line, '-inf', late)) do
    local seen = call('HMGET', P .. 'turn:' .. turn, 'holder', 'job')
    if not seen[1] and call('LPOS', KEYS[2] .. line, turn) then
      call('ZADD', P .. 'turns:' .. line, now + rules.lost_after_ms, turn) -- all slots are busy
    else
      if seen[2] then give_back(seen[2], 'lost', given_up) end
      drop_turn(turn)
    end
  end
end

-- the outcome of jobs that are given up; KEYS[2] and a line make the key of RQ's list of its turns
-- → {{turns that are to be queued, in place of those whose slots are gone}, the languages of each line, …}
function commands.sweep(given_up)
  local empty = {}
  for line in pairs(lines()) do
    sweep_line(line, given_up)
    if call('EXISTS', P .. 'slots:' .. line) == 0 then empty[#empty + 1] = line end
  end
  for _, line in ipairs(empty) do close_line(line) end
  local reply = {new_turns()}
  for _, languages in pairs(lines()) do reply[#reply + 1] = languages end
  return reply
end

-- → for each lane: queued, running, age of the oldest in ms; then slots, mean time of a job or '', retries
function commands.stats()
  local reply = {}
  for _, lane in ipairs(LANES) do
    local oldest = call('ZRANGE', P .. 'waiting:' .. lane, 0, 0, 'WITHSCORES')[2]
    reply[#reply + 1] = call('ZCARD', P .. 'waiting:' .. lane)
    reply[#reply + 1] = call('ZCARD', P .. 'running:' .. lane)
    reply[#reply + 1] = oldest and now - tonumber(oldest) or 0
  end
  reply[#reply + 1] = live_slots()
  reply[#reply + 1] = call('HGET', META, 'rate:mean_ms') or ''
  for _, cause in ipairs({'lost', 'given-up', 'drained'}) do
    reply[#reply + 1] = tonumber(call('HGET', META, 'retries:' .. cause) or 0)
  end
  return reply
end

-- → what is known of the machines with a slot that lives
function commands.machines()
  local found, told = {}, {}
  for line in pairs(lines()) do
    for _, slot in ipairs(call('ZRANGEBYSCORE', P .. 'slots:' .. line, now, '+inf')) do
      local machine = string.match(slot, '^[^.]+')
      if machine and not told[machine] then
        told[machine] = true
        local facts = call('GET', P .. 'machine:' .. machine)
        if facts then found[#found + 1] = facts end
      end
    end
  end
  return found
end

return commands[command](unpack(ARGV, 3, 11))
