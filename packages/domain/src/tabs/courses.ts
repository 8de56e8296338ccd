/** Dishes of a round that are one order in the kitchen. */
export interface CourseOfRound<Item> {
  /** Null for dishes without a course. */
  readonly course: number | null;
  readonly isHeld: boolean;
  readonly items: readonly Item[];
}

/**
 * Splits the dishes of a round into orders: what is cooked now, and each course that is held. The first course is never
 * held, and neither is a course that was fired before.
 */
export function coursesOfRound<Item extends { readonly course?: number | undefined }>(
  items: readonly Item[],
  firedCourses: readonly number[],
): CourseOfRound<Item>[] {
  const isHeld = ({ course = 1 }: Item) => course > 1 && !firedCourses.includes(course);
  const cookedNow = items.filter((item) => !isHeld(item));
  const heldByCourse = Map.groupBy(items.filter(isHeld), ({ course = 1 }) => course);
  const [first = null, ...others] = new Set(cookedNow.map(({ course }) => course ?? null));
  // An order has one course, so dishes of several courses together have none.
  const courseOfNow = others.length === 0 ? first : null;
  return [
    ...(cookedNow.length > 0 ? [{ course: courseOfNow, isHeld: false, items: cookedNow }] : []),
    ...[...heldByCourse]
      .toSorted(([one], [other]) => one - other)
      .map(([course, dishes]) => ({ course, isHeld: true, items: dishes })),
  ];
}
