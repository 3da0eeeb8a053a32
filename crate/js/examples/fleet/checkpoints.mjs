// Checkpoints of delays. Each job has one key in Redis, which every save overwrites, so Redis never holds two. They do
// not go by `job.updateProgress`, whose event stream keeps thousands.
//
// BullMQ gives a job to a second worker when the first did not renew its lock in time, and the first may still be at
// work: it was frozen, or cut off from Redis. `attemptsStarted` counts those who were given the job. The key has that
// number of the newest (a fencing token), and refuses older ones. A number that BullMQ has not counted to is damage.

const SECONDS = 7 * 24 * 3600;

const SAVED = 1;
const CANCELLED = -1;

const SAVE = `
if redis.call('HEXISTS', KEYS[1], 'cancelled') == 1 then return ${CANCELLED} end
local attempt = redis.call('HGET', KEYS[1], 'attempt')
if (tonumber(attempt or 0) or 0) > tonumber(ARGV[1]) then return attempt end
redis.call('HSET', KEYS[1], 'attempt', unpack(ARGV))
redis.call('EXPIRE', KEYS[1], ${SECONDS})
return ${SAVED}`;

/** Forgets a number, unless another has taken its place. */
const FORGET = `
if redis.call('HGET', KEYS[1], 'attempt') == ARGV[1] then redis.call('HDEL', KEYS[1], 'attempt') end`;

/** Why a worker may no longer work on a job. */
export const LOST = 'another worker has the job';
export const IS_CANCELLED = 'the job is cancelled';

/** The checkpoints of the queue of delays; the argument is what `openQueues` gives. */
export function checkpointsIn({ redis, delays }) {
  redis.defineCommand('saveCheckpoint', { numberOfKeys: 1, lua: SAVE });
  redis.defineCommand('forgetAttempt', { numberOfKeys: 1, lua: FORGET });
  const keyOf = ({ id, timestamp }) => `powmod:checkpoint:${id}:${timestamp}`;
  /** Writes for this worker. Gives undefined, or why it is refused. */
  async function write(job, ...values) {
    const answer = await redis.saveCheckpoint(keyOf(job), job.attemptsStarted, ...values);
    if (answer === SAVED) return;
    if (answer === CANCELLED) return IS_CANCELLED;
    // BullMQ counts before a worker writes. So a number above its count, which is read later, is no worker's.
    const { attemptsStarted } = (await delays.getJob(job.id)) ?? job;
    if (Number(answer) <= attemptsStarted) return LOST;
    await redis.forgetAttempt(keyOf(job), answer);
    return write(job, ...values);
  }
  return {
    /** Takes the job from older workers. Gives why it is refused, if it is. */
    claim: (job) => write(job),
    /** Writes a checkpoint over the one before. Gives why it is refused, if it is. */
    save(job, checkpoint, { done, perSecond }) {
      const bytes = Buffer.from(checkpoint); // ioredis would write another Uint8Array as text
      return write(job, 'bytes', bytes, 'done', done, 'perSecond', perSecond);
    },
    /** The last bytes, if there are any. */
    load: async (job) => (await redis.hgetBuffer(keyOf(job), 'bytes')) ?? undefined,
    /** How many squarings are done, and how many a second. */
    async progress(job) {
      const [done, perSecond] = await redis.hmget(keyOf(job), 'done', 'perSecond');
      return { done: Number(done), perSecond: Number(perSecond) };
    },
    /** Goes back to the first squaring. */
    forget: (job) => redis.hdel(keyOf(job), 'bytes', 'done', 'perSecond'),
    /** Whoever works on the job stops at the next save; there is none while a proof is made. */
    async cancel(job) {
      await redis.hset(keyOf(job), 'cancelled', 1);
      await redis.expire(keyOf(job), SECONDS);
    },
    remove: (job) => redis.del(keyOf(job)),
  };
}
