import { expect, test } from 'vitest';
import { FISCAL_RULES, fiscalRuleOn, nextRefusal, type LegalForm } from './fiscal-rules.ts';

function at(country: string, region = '', postalCode = '', legalForm: LegalForm | null = null) {
  return { country, region, postalCode, legalForm };
}

test.each([
  ['CA', 'NS', '2026-11-25', 'free'],
  ['CA', 'QC', '2025-05-31', 'free'],
  ['CA', 'QC', '2025-06-01', 'refuse'],
  ['CA', 'ON', '2026-11-25', 'free'],
  ['US', '', '2026-11-25', 'free'],
  ['US', 'QC', '2026-11-25', 'free'],
  ['GB', '', '2026-11-25', 'free'],
  ['PT', 'Lisboa', '2026-11-25', 'refuse'],
  ['DE', '', '2026-11-25', 'refuse'],
  ['AT', '', '2026-11-25', 'refuse'],
  ['IT', '', '2026-11-25', 'refuse'],
  ['BE', '', '2026-11-25', 'refuse'],
  ['FR', '', '2026-11-25', 'refuse'],
  ['ES', 'Madrid', '2026-12-31', 'declare'],
  ['SE', '', '2026-12-31', 'declare'],
  ['ES', 'Madrid', '2027-01-01', 'refuse'],
  ['NG', 'Lagos', '2026-11-25', 'declare'],
])('%s %s on %s: %s', (country, region, date, verdict) => {
  expect(fiscalRuleOn(at(country, region), date).verdict).toBe(verdict);
});

test('a Canadian address without a province gets it from its postal code, others do not', () => {
  expect(fiscalRuleOn(at('CA', '', 'J8X 2K1'), '2026-11-25').id).toBe('CA-QC');
  expect(fiscalRuleOn(at('CA', '', 'B2N 1A1'), '2026-11-25').id).toBe('CA');
  expect(fiscalRuleOn(at('GB', '', 'H3A 0G4'), '2026-11-25').id).toBe('GB');
});

test('in Spain the self-employed have half a year more than companies', () => {
  const self = at('ES', 'Madrid', '', 'self-employed');
  expect(fiscalRuleOn(self, '2027-06-30').verdict).toBe('declare');
  expect(fiscalRuleOn(self, '2027-07-01').verdict).toBe('refuse');
  expect(nextRefusal(self, '2026-11-25')?.from).toBe('2027-07-01');
  expect(nextRefusal(at('ES', 'Madrid'), '2026-11-25')?.from).toBe('2027-01-01');
  expect(nextRefusal(at('ES', 'Madrid'), '2027-01-01')).toBeNull();
  expect(nextRefusal(at('CA', 'NS'), '2026-11-25')).toBeNull();
});

test('every rule has an id of its own, and every looked-up law has a source with an address', () => {
  expect(new Set(FISCAL_RULES.map(({ id }) => id)).size).toBe(FISCAL_RULES.length);
  for (const { country, source } of FISCAL_RULES) {
    if (country === '*') continue;
    expect(source?.title).toBeTruthy();
    expect(new URL(source?.url ?? '').protocol).toBe('https:');
  }
});

test('every country has a rule on every day', () => {
  for (const { country, region = '' } of FISCAL_RULES) {
    for (const date of ['1950-01-01', '2020-02-29', '2026-11-25', '2199-12-31']) {
      if (country === '*') continue;
      expect(() => fiscalRuleOn(at(country, region), date)).not.toThrow();
    }
  }
});
