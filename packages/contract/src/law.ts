import { z } from '@hono/zod-openapi';
import { CALENDAR_TOPICS, LAW_HANDLINGS } from '@tiffin/domain/law-calendar';
import { defineCalls } from './call.ts';
import { lawSource } from './fiscal.ts';
import { dateText, locationFilter, moneyOutput } from './wire.ts';

const { get } = defineCalls('Law calendar');

const namedLocations = z.array(z.object({ id: z.string(), name: z.string() }));

const example = z
  .object({
    kind: z.enum(['tax-added', 'tax-inside', 'suggested-tip']),
    date: dateText,
    amount: moneyOutput,
    source: lawSource,
    amounts: z.array(
      z.object({
        label: z.string().openapi({ description: 'The tax, or the suggested tip' }),
        expected: moneyOutput.openapi({ description: 'What the authority prints, in dollars' }),
        calculated: moneyOutput.openapi({ description: 'What this server calculates, in dollars' }),
      }),
    ),
  })
  .openapi('LawExample', { description: 'An example that an authority published, beside what this server calculates' });

const entry = z
  .object({
    id: z.string(),
    topic: z.enum(CALENDAR_TOPICS),
    date: dateText.nullable().openapi({
      description: 'The first day; null if it is announced without a date or was in force when it was read',
    }),
    title: z.string(),
    text: z.string(),
    handling: z.enum(LAW_HANDLINGS).openapi({
      description:
        '`till`: followed automatically; `other-rates`: the tax rates of the location differ from the law; `restaurant`: the owner must follow; `not-offered`: there is no such feature; `refuses`: no payments without a fiscal device; `ask`: this law was not looked up',
    }),
    source: lawSource.nullable().openapi({ description: 'null if this law was not looked up' }),
    readOn: dateText.openapi({ description: 'The day on which the source was read' }),
    locations: namedLocations,
    examples: z.array(example),
  })
  .openapi('LawEntry');

export const getLawCalendar = get('/getLawCalendar', {
  summary: 'Lists what the law changes at locations in the next year, and what changed already. Not legal advice',
  access: 'manager',
  query: z.object({ locationId: locationFilter }),
  response: z.object({
    calendar: z.object({
      today: dateText,
      until: dateText.openapi({ description: 'The last of the twelve months’ days' }),
      readOn: dateText.openapi({ description: 'The day on which a source was last read' }),
      lines: z.array(
        z.object({
          locations: namedLocations,
          changes: z
            .array(entry.pick({ id: true, date: true, topic: true, title: true }))
            .openapi({ description: 'The changes within twelve months; empty if none is known' }),
          fiscal: z
            .enum(['free', 'warn', 'refuse'])
            .openapi({ description: 'Whether the law of today lets this till take money' }),
        }),
      ),
      coming: z.array(entry),
      inForce: z.array(entry),
    }),
  }),
});
