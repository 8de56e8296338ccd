import { expect, test } from 'vitest';
import { courseName, courseToHold } from './course-names.ts';

const held = '2026-11-20T22:00:00.000Z';

test.each([
  ['nothing sent', [], 2],
  ['only dishes without a course', [{ course: null, heldAt: null }], 2],
  ['mains that wait', [{ course: 2, heldAt: held }], 2],
  ['mains in the kitchen', [{ course: 2, heldAt: null }], 3],
  ['every course in the kitchen', [2, 3, 4, 5, 6, 7, 8, 9].map((course) => ({ course, heldAt: null })), 9],
])('with %s, held dishes wait for the course %#', (_what, rounds, course) => {
  expect(courseToHold(rounds)).toBe(course);
});

test('courses after the desserts are numbered', () => {
  expect([1, 2, 3, 4].map(courseName)).toEqual(['Starters', 'Mains', 'Desserts', 'Course 4']);
});
