// Checkpoints of delays. Each job has one key in Redis, which every save overwrites, so Redis never holds two. They do
// not go by `job.updateProgress`, whose event stream keeps every one.
//
// BullMQ gives a job to a second worker when the first did not renew its lock in time, and the first may still be at
// work: it was frozen, or cut off from Redis. `attemptsStarted` counts those who were given the job. The key has that
// number of the newest (a fencing token), and refuses older ones.

const DAYS = 7;

const SAVE = `
if tonumber(redis.call('HGET', KEYS[1], 'attempt') or 0) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'attempt', unpack(ARGV))
redis.call('EXPIRE', KEYS[1], ${DAYS * 24 * 3600})
return 1`;

export function checkpointsIn(redis) {
  redis.defineCommand('saveCheckpoint', { numberOfKeys: 1, lua: SAVE });
  const keyOf = ({ id, timestamp }) => `powmod:checkpoint:${id}:${timestamp}`;
  return {
    /** Takes the job from older workers. False if a newer one has it. */
    claim: async (job) => (await redis.saveCheckpoint(keyOf(job), job.attemptsStarted)) === 1,
    /** Writes a checkpoint over the one before. False if a newer worker has the job. */
    async save(job, checkpoint, { done, perSecond }) {
      const bytes = Buffer.from(checkpoint); // ioredis would write another Uint8Array as text
      const values = ['bytes', bytes, 'done', done, 'perSecond', perSecond];
      return (await redis.saveCheckpoint(keyOf(job), job.attemptsStarted, ...values)) === 1;
    },
    /** The last bytes, if there are any. */
    load: async (job) => (await redis.hgetBuffer(keyOf(job), 'bytes')) ?? undefined,
    /** How many squarings are done, and how many a second. */
    async progress(job) {
      const [done, perSecond] = await redis.hmget(keyOf(job), 'done', 'perSecond');
      return { done: Number(done), perSecond: Number(perSecond) };
    },
    /** Goes back to the first squaring. */
    forget: (job) => redis.hdel(keyOf(job), 'bytes'),
    remove: (job) => redis.del(keyOf(job)),
  };
}
