import { addCents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { allocate } from '../pricing/allocate.ts';

/** Everybody keeps their own tips, or a pool is shared by minutes of work, by points, or equally. */
export const TIP_RULES = ['own', 'hours', 'points', 'equal'] as const;
export type TipRule = (typeof TIP_RULES)[number];

/** Staff decide about their own tips, or the restaurant does; deductions from pay may differ. */
export const TIP_DECIDERS = ['staff', 'house'] as const;
export type TipDecider = (typeof TIP_DECIDERS)[number];

/** What people work as. Their role is what they may do. */
export const JOB_TITLES = ['server', 'bar', 'host', 'runner', 'kitchen', 'dishes', 'driver'] as const;
export type JobTitle = (typeof JOB_TITLES)[number];

/**
 * The Treasury Tipped Occupation Code of each job, for box 14b of the American W-2 from 2026 to 2028 (Treas. Reg. §
 * 1.224-1). A runner is a dining room attendant, a driver delivers goods.
 */
export const TIPPED_OCCUPATION_CODES: Readonly<Record<JobTitle, string>> = {
  server: '102',
  bar: '101',
  host: '109',
  runner: '104',
  kitchen: '105',
  dishes: '108',
  driver: '804',
};

/** Who gets tips of a day that belong to nobody: one person, or everybody who worked that day by their hours. */
export const UNDIVIDED_RECEIVERS = ['nobody', 'hours', 'person'] as const;
export type UndividedReceiver = (typeof UNDIVIDED_RECEIVERS)[number];

export const MAX_TIP_POINTS = 1_000;

/** What a rule says about people of a job. */
export interface JobShare {
  readonly jobTitle: JobTitle;
  /** Their points in the pool. If any job has some, only jobs with points share the pool. */
  readonly points: number;
  /** How much of each of their tips goes to people of another job, before the pool. */
  readonly givesPercent: number;
  readonly givesTo: JobTitle | null;
}

/** How the tips of a day are shared. */
export interface TipPolicy {
  readonly rule: TipRule;
  readonly percent: number;
  readonly jobs: readonly JobShare[];
}

export const OWN_TIPS: TipPolicy = { rule: 'own', percent: 0, jobs: [] };

/** The tips that a person took, and what was refunded of them; null for tips that guests left online. */
export interface TakenTips {
  readonly personId: string | null;
  readonly tips: Cents;
  readonly refunded: Cents;
}

/** A person who shares the pool, with their minutes or points. */
export interface PoolMember {
  readonly personId: string;
  readonly weight: number;
}

/** Work of a person on the day. */
export interface PoolShift {
  readonly personId: string;
  readonly minutes: number;
  /** Null if the person has no share of the pool. */
  readonly points: number | null;
  readonly jobTitle: JobTitle | null;
}

/** Who shares the pool of a day, and with which weight. The points are those of the job, or else of the last shift. */
function poolMembers(shifts: readonly PoolShift[], rule: TipRule, jobs: readonly JobShare[] = []): PoolMember[] {
  const isByJob = jobs.some(({ points }) => points > 0);
  const pointsOf = ({ jobTitle, points }: PoolShift) =>
    isByJob ? (jobs.find((job) => job.jobTitle === jobTitle)?.points ?? 0) : (points ?? 0);
  const sharing = shifts.filter((shift) => shift.points !== null && (!isByJob || pointsOf(shift) > 0));
  return (
    [...Map.groupBy(sharing, ({ personId }) => personId)]
      .map(([personId, own]) => {
        const hours = own.reduce((sum, shift) => sum + shift.minutes * (isByJob ? pointsOf(shift) : 1), 0);
        const points = own.reduce((_, shift) => pointsOf(shift), 0);
        return { personId, weight: { own: 0, hours, points, equal: 1 }[rule] };
      })
      .filter(({ weight }) => weight > 0)
      // The first get the cents that are left over, so they are always sorted alike.
      .toSorted((a, b) => (a.personId < b.personId ? -1 : 1))
  );
}

/** What a person gets of the tips of a day. */
export interface TipShare extends PoolMember {
  /** What the person keeps of their own tips. */
  readonly own: Cents;
  /** What the person got from the pool and from colleagues of other jobs, before refunds. */
  readonly fromPool: Cents;
  readonly fromTipOuts: Cents;
  /** What refunds took back of all of these. */
  readonly takenBack: Cents;
  readonly gets: Cents;
}

interface SharedTips {
  readonly shares: readonly TipShare[];
  /** What went into the pool, before refunds. */
  readonly pool: Cents;
  readonly weights: number;
  /** What nobody gets: a pool that has no members with a weight. */
  readonly undivided: Cents;
}

interface DayTips {
  readonly taken: readonly TakenTips[];
  readonly shifts: readonly PoolShift[];
  /** Who gets the pool if the rule gives it to nobody. */
  readonly undividedTo?: { readonly receiver: UndividedReceiver; readonly personId: string | null } | undefined;
}

/**
 * Shares the tips of a day. A part of each tip goes to other jobs, `percent` of the rest into the pool, and tips that
 * nobody took go into it whole. A job that nobody works that day gets nothing. A refunded tip is taken back from the same
 * shares. All shares and what is undivided are the tips less their refunds, to the cent.
 */
export function shareTips({ rule, percent, jobs }: TipPolicy, { taken, shifts, undividedTo }: DayTips): SharedTips {
  const ruled = poolMembers(shifts, rule, jobs);
  const members = ruled.length > 0 ? ruled : receiversOf(undividedTo, shifts);
  const workersOf = (job: JobTitle | null) => poolMembers(job ? shifts.filter((s) => s.jobTitle === job) : [], 'hours');
  const tipOuts = jobs
    .map((job) => ({ ...job, receivers: workersOf(job.givesTo) }))
    .filter(({ receivers }) => receivers.length > 0);
  const parts = taken.map(({ personId, tips, refunded }) => {
    const job = shifts.findLast((shift) => shift.personId === personId && shift.jobTitle !== null)?.jobTitle;
    const tippedOut = tipOuts.map(({ jobTitle, givesPercent }) => (jobTitle === job ? givesPercent : 0));
    const rest = 100 - tippedOut.reduce((sum, each) => sum + each, 0);
    const pooled = personId === null ? 100 : percent;
    const amounts = allocate(tips, [rest * (100 - pooled), rest * pooled, ...tippedOut.map((each) => each * 100)]);
    return { personId, amounts, backs: allocate(refunded, amounts) };
  });
  const fundOf = (index: number): Fund => ({
    amount: addCents(...parts.map(({ amounts }) => amounts[index] ?? ZERO)),
    back: addCents(...parts.map(({ backs }) => backs[index] ?? ZERO)),
  });
  const own = new Map(
    parts.flatMap(({ personId, amounts: [amount = ZERO], backs: [back = ZERO] }) =>
      personId === null ? [] : [[personId, { amount, back }] as const],
    ),
  );
  const pool = fundOf(1);
  const fromPool = divide(pool, members);
  const fromTipOuts = tipOuts.map((each, index) => divide(fundOf(index + 2), each.receivers));
  const funds = [own, fromPool, ...fromTipOuts];
  const shares = [...new Set(funds.flatMap((fund) => [...fund.keys()]))].map((personId): TipShare => {
    const sumOfPart = (part: keyof Fund, from: readonly Shares[]) =>
      addCents(...from.map((fund) => fund.get(personId)?.[part] ?? ZERO));
    const takenBack = sumOfPart('back', funds);
    return {
      personId,
      weight: members.find((each) => each.personId === personId)?.weight ?? 0,
      own: sumOfPart('amount', [own]),
      fromPool: sumOfPart('amount', [fromPool]),
      fromTipOuts: sumOfPart('amount', fromTipOuts),
      takenBack,
      gets: subtractCents(sumOfPart('amount', funds), takenBack),
    };
  });
  return {
    shares,
    pool: pool.amount,
    weights: members.reduce((total, { weight }) => total + weight, 0),
    undivided: members.length > 0 ? ZERO : subtractCents(pool.amount, pool.back),
  };
}

/** An amount, and what was refunded of it. */
type Fund = Readonly<Record<'amount' | 'back', Cents>>;
type Shares = ReadonlyMap<string, Fund>;

function receiversOf(to: DayTips['undividedTo'], shifts: readonly PoolShift[]): PoolMember[] {
  if (to?.receiver === 'hours') return poolMembers(shifts, 'hours');
  return to?.receiver === 'person' && to.personId !== null ? [{ personId: to.personId, weight: 1 }] : [];
}

/** Divides a fund among people with weights. Without people nobody gets anything. */
function divide({ amount, back }: Fund, members: readonly PoolMember[]): Shares {
  const weights = members.map(({ weight }) => weight);
  const amounts = members.length > 0 ? allocate(amount, weights) : [];
  const backs = members.length > 0 ? allocate(back, amounts) : [];
  return new Map(
    members.map(({ personId }, index) => [personId, { amount: amounts[index] ?? ZERO, back: backs[index] ?? ZERO }]),
  );
}
