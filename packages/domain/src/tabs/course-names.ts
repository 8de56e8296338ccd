import { say } from '../core/language.ts';
import { TAB_LIMITS } from './tab-limits.ts';

const NAMES = [say`Starters`, say`Mains`, say`Desserts`];

/** The courses with a name of their own, which the screens offer. */
export const COURSES = NAMES.map((_name, index) => index + 1);

export function courseName(course: number): string {
  return NAMES[course - 1] ?? say`Course ${course}`;
}

interface SentRound {
  readonly course: number | null;
  readonly heldAt: string | null;
}

/** The courses that the kitchen has begun. */
export function firedCourses(rounds: readonly SentRound[]): number[] {
  return rounds.flatMap(({ course, heldAt }) => (heldAt === null && course !== null ? [course] : []));
}

/** The course for dishes that are held now: the first after the starters that the kitchen has not begun. */
export function courseToHold(rounds: readonly SentRound[]): number {
  const fired = firedCourses(rounds);
  for (let course = 2; course < TAB_LIMITS.course; course++) if (!fired.includes(course)) return course;
  return TAB_LIMITS.course;
}
