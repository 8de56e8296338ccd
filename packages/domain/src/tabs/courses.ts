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
  const now = items.filter((item) => !isHeld(item));
  const held = Map.groupBy(items.filter(isHeld), ({ course = 1 }) => course);
  const courses = [...new Set(now.map(({ course }) => course ?? null))];
  return [
    ...(now.length > 0
      ? [{ course: courses.length === 1 ? (courses[0] ?? null) : null, isHeld: false, items: now }]
      : []),
    ...[...held]
      .toSorted(([one], [other]) => one - other)
      .map(([course, own]) => ({ course, isHeld: true, items: own })),
  ];
}
