import { PgBoss } from 'pg-boss';
import type { Context } from '../context.ts';
import { jobs } from './list.ts';

/** Work that comes round by the clock; with several copies each round is done by one of them. */
export interface Job {
  readonly name: string;
  /** Cron, in UTC. */
  readonly every: string;
  /** Also once when the server has started: what a kill left over is finished then. */
  readonly atStart?: boolean;
  run(context: Context): Promise<void>;
}

export class Jobs {
  readonly #context: Context;
  #boss: PgBoss | null = null;
  #first: Promise<void> = Promise.resolve();

  constructor(context: Context) {
    this.#context = context;
  }

  async start(): Promise<void> {
    this.#first = this.#runFirst();
    const { log, database } = this.#context;
    const boss = new PgBoss({
      db: { executeSql: (text, values) => database.pool.query(text, values) },
      schema: 'jobs',
      supervise: true,
      schedule: true,
    });
    boss.on('error', (error) => log.warn({ err: error }, 'jobs are disturbed'));
    await boss.start();
    for (const job of jobs) {
      await boss.createQueue(job.name, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 86_400 });
      await boss.schedule(job.name, job.every);
      await boss.work(job.name, { pollingIntervalSeconds: 5 }, async () => {
        try {
          await job.run(this.#context);
        } catch (error) {
          log.error({ err: error, job: job.name }, 'a job failed');
          throw error;
        }
      });
    }
    this.#boss = boss;
  }

  /** Every copy does these, sharing the work by the rows they lock. */
  async #runFirst(): Promise<void> {
    for (const job of jobs.filter((each) => each.atStart)) {
      await job
        .run(this.#context)
        .catch((error: unknown) => this.#context.log.error({ err: error, job: job.name }, 'a job failed'));
    }
  }

  async stop(): Promise<void> {
    await this.#first;
    await this.#boss?.stop({ graceful: true, timeout: 2_000, close: false });
    this.#boss = null;
  }
}
