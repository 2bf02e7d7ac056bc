import { expect, it } from 'vitest';
import { answers } from './blogs.ts';

it('answers the five questions of the specification, by its words for them', () => {
  const subjects = [/performance/, /state/, /prototypal inheritance/, /unit test/, /array/];
  expect(answers).toHaveLength(subjects.length);
  for (const [index, subject] of subjects.entries()) expect(answers[index]?.question).toMatch(subject);
});
