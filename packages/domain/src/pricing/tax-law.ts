import { NOVA_SCOTIA_HST } from './nova-scotia.ts';
import type { DateText } from '../core/time.ts';
import type { LawSource } from '../law/fiscal-rules.ts';
import type { Province } from '../locations/provinces.ts';
import type { TaxClass } from '../core/tax-classes.ts';

/**
 * The taxes that restaurants collect, by province, class and date, each with its source, read on 2026-11-25. A rate in
 * per cent applies from its first day until the next line with the same province, code and class, or until its own last
 * day. Never edit a line: add a new one, so that old bills can be recalculated. `meal` is prepared food and drinks
 * without alcohol, `liquor` drinks with alcohol, `charge` an added charge (delivery, service). Groceries pay nothing
 * unless a line names them, because basic groceries are zero-rated. Not covered, ask an accountant: soda beverages in
 * British Columbia (7 % PST since 2021-04-01), Saskatchewan's liquor consumption tax (10 % in place of PST), spirits
 * during the holiday of 2024, sales on reserves.
 */
export interface TaxLawEntry {
  readonly province: Province;
  readonly code: 'GST' | 'HST' | 'PST' | 'QST' | 'RST';
  readonly percent: number;
  readonly classes: readonly TaxClass[];
  readonly from: DateText;
  readonly until?: DateText;
  /** A different rate if all meals together cost at most this much: dollars and per cent. */
  readonly small?: { readonly upTo: number; readonly percent: number };
  readonly source: LawSource;
}

const EVERYTHING = ['meal', 'liquor', 'charge'] as const;
const MEALS = ['meal'] as const;
const LIQUOR = ['liquor'] as const;

const SOURCES = {
  gst: {
    title: 'Excise Tax Act (RSC 1985, c E-15), s. 165(1): 5 % since 2008-01-01',
    url: 'https://laws-lois.justice.gc.ca/eng/acts/E-15/section-165.html',
  },
  hst: {
    title: 'New Harmonized Value-added Tax System Regulations (SOR/2010-117); CRA, GST/HST rates by province',
    url: 'https://laws-lois.justice.gc.ca/eng/regulations/SOR-2010-117/',
  },
  novaScotia: {
    title: 'SOR/2025-77 (Canada Gazette, Part II, 2025-03-26), s. 33.6: provincial part 9 % from 2025-04-01',
    url: 'https://gazette.gc.ca/rp-pr/p2/2025/2025-03-26/html/sor-dors77-eng.html',
  },
  ontario: {
    title: 'CRA GST/HST Info Sheet GI-064: point-of-sale rebate on prepared food and beverages of 4.00 or less',
    url: 'https://www.canada.ca/en/revenue-agency/services/forms-publications/publications/gi-064.html',
  },
  holiday: {
    title: 'Tax Break for All Canadians Act (2024, c 27): restaurant meals 0 %, 2024-12-14 to 2025-02-15',
    url: 'https://laws-lois.justice.gc.ca/eng/AnnualStatutes/2024_27/',
  },
  quebec: {
    title:
      'Act respecting the Québec sales tax (CQLR c T-0.1), s. 16: 9.975 % since 2013-01-01, on the price without GST',
    url: 'https://www.legisquebec.gouv.qc.ca/en/document/cs/T-0.1',
  },
  columbia: {
    title: 'BC Bulletin PST 119, Restaurants and Liquor Sellers: liquor 10 %, prepared food exempt; Notice 2012-017',
    url: 'https://www2.gov.bc.ca/gov/content/taxes/sales-taxes/pst/publications',
  },
  manitoba: {
    title: 'The Retail Sales Tax Act (CCSM c R130): 7 % since 2019-07-01',
    url: 'https://web2.gov.mb.ca/laws/statutes/ccsm/r130.php',
  },
  saskatchewan: {
    title: 'Saskatchewan Information Notice IN 2017-03: 6 %, restaurant meals since 2017-04-01',
    url: 'https://www.saskatchewan.ca/business/taxes-licensing-and-reporting/provincial-taxes-policies-and-bulletins/provincial-sales-tax',
  },
} as const;

const HST_PROVINCES = ['NS', 'NB', 'PE', 'NL', 'ON'] as const;
const GST_PROVINCES = ['QC', 'MB', 'SK', 'AB', 'BC', 'YT', 'NT', 'NU'] as const;

/** The federal tax holiday of 2024, in which meals paid nothing. */
const holiday = (code: 'GST' | 'HST') => (province: Province) => ({
  province,
  code,
  percent: 0,
  classes: MEALS,
  from: '2024-12-14',
  until: '2025-02-15',
  source: SOURCES.holiday,
});

export const TAX_LAW: readonly TaxLawEntry[] = [
  // HST: one tax for both governments
  { province: 'NS', code: 'HST', percent: 15, classes: EVERYTHING, from: '2010-07-01', source: SOURCES.hst },
  { province: 'NS', code: 'HST', ...NOVA_SCOTIA_HST, classes: EVERYTHING, source: SOURCES.novaScotia },
  { province: 'NB', code: 'HST', percent: 15, classes: EVERYTHING, from: '2016-07-01', source: SOURCES.hst },
  { province: 'PE', code: 'HST', percent: 15, classes: EVERYTHING, from: '2016-10-01', source: SOURCES.hst },
  { province: 'NL', code: 'HST', percent: 15, classes: EVERYTHING, from: '2016-07-01', source: SOURCES.hst },
  {
    province: 'ON',
    code: 'HST',
    percent: 13,
    classes: EVERYTHING,
    from: '2010-07-01',
    small: { upTo: 4, percent: 5 },
    source: SOURCES.ontario,
  },
  ...HST_PROVINCES.map(holiday('HST')),

  // GST everywhere else
  ...GST_PROVINCES.map(
    (province) =>
      ({ province, code: 'GST', percent: 5, classes: EVERYTHING, from: '2008-01-01', source: SOURCES.gst }) as const,
  ),
  ...GST_PROVINCES.map(holiday('GST')),

  // provincial taxes
  { province: 'QC', code: 'QST', percent: 9.975, classes: EVERYTHING, from: '2013-01-01', source: SOURCES.quebec },
  { province: 'BC', code: 'PST', percent: 10, classes: LIQUOR, from: '2013-04-01', source: SOURCES.columbia },
  { province: 'MB', code: 'RST', percent: 7, classes: EVERYTHING, from: '2019-07-01', source: SOURCES.manitoba },
  { province: 'SK', code: 'PST', percent: 6, classes: EVERYTHING, from: '2017-04-01', source: SOURCES.saskatchewan },
];
