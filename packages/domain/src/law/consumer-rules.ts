import { say } from '../core/language.ts';
import { cents } from '../core/money.ts';
import type { DateText } from '../core/time.ts';
import { appliesAt, isInForce, type LawAddress, type LawRule } from './law-rule.ts';

const READ_ON = '2026-11-25';

const REVENU_QUEBEC_NO_SHOW = {
  title: 'Revenu Québec, How the GST/HST and the QST apply to restaurant no-show fees',
  url: 'https://www.revenuquebec.ca/en/press-room/tax-news/details/2025-07-17/how-the-gsthst-and-the-qst-apply-to-restaurant-no-show-fees/',
};
const REVENU_QUEBEC_DEPOSITS = {
  title: 'Revenu Québec, Deposits',
  url: 'https://www.revenuquebec.ca/en/businesses/consumption-taxes/gsthst-and-qst/special-cases-gsthst-and-qst/deposits/',
};

/**
 * The law on tips, no-show fees, gift cards, points and fees. A reading of public pages, not legal advice. Not looked
 * up: tips in New Brunswick, Newfoundland and Labrador, Alberta, Saskatchewan, Manitoba and the territories; gift cards
 * outside Nova Scotia and Québec; all of this outside Canada.
 */
export const CONSUMER_RULES: readonly LawRule[] = [
  {
    id: 'CA-QC-tips-suggested',
    country: 'CA',
    region: 'QC',
    topic: 'tips-suggested',
    rule: { base: 'before-tax' },
    from: '2025-05-07',
    title: say`Québec: suggested tips before tax`,
    text: say`Suggested tips are calculated on the amount before tax. All choices look alike, guests can type their own amount, and no words judge a choice.`,
    source: {
      title: 'Consumer Protection Act (CQLR c P-40.1), amended by 2024, c 32',
      url: 'https://www.legisquebec.gouv.qc.ca/en/document/cs/P-40.1',
    },
    readOn: READ_ON,
    handledBy: 'till',
    examples: [
      {
        kind: 'suggested-tip',
        date: '2025-05-07',
        amount: cents(100_00),
        percent: 15,
        tip: cents(15_00),
        source: {
          title: 'Ministère de la Justice, as reported when the bill was introduced',
          url: 'https://montreal.ctvnews.ca/quebec-wants-to-force-tips-to-be-calculated-before-taxes-1.7035426',
        },
      },
    ],
  },
  {
    id: 'CA-QC-tips-shared',
    country: 'CA',
    region: 'QC',
    topic: 'tips-shared',
    rule: { belongsToStaff: true, ownerMayShare: 'no', mayDeductCardFees: false },
    from: null,
    title: say`Québec: tips belong to the staff`,
    text: say`Tips go in full to the person who served. Staff alone decide whether they share them. Card fees may not be taken from tips.`,
    source: {
      title: 'Act respecting labour standards (CQLR c N-1.1), ss. 50 and 50.1',
      url: 'https://www.legisquebec.gouv.qc.ca/en/document/cs/N-1.1',
    },
    readOn: READ_ON,
    handledBy: 'restaurant',
  },
  {
    id: 'CA-ON-tips-shared',
    country: 'CA',
    region: 'ON',
    topic: 'tips-shared',
    rule: { belongsToStaff: true, ownerMayShare: 'for-same-work', mayDeductCardFees: true },
    from: '2016-06-10',
    title: say`Ontario: tips belong to the staff`,
    text: say`Nothing may be deducted for shortages or losses. Owners share in a pool only if they regularly do the same work. The share of the card fee on a tip may be deducted.`,
    source: {
      title: 'Employment Standards Act, 2000, Part V.1; O. Reg. 125/16',
      url: 'https://www.ontario.ca/laws/statute/00e41',
    },
    readOn: READ_ON,
    handledBy: 'restaurant',
  },
  {
    id: 'CA-BC-tips-shared',
    country: 'CA',
    region: 'BC',
    topic: 'tips-shared',
    rule: { belongsToStaff: true, ownerMayShare: 'for-same-work', mayDeductCardFees: false },
    from: null,
    title: say`British Columbia: tips belong to the staff`,
    text: say`Tips may not be withheld or used for the costs of the business. They may be pooled. Owners share only if they do the same work.`,
    source: {
      title: 'Employment Standards Act (RSBC 1996, c 113), ss. 30.3 and 30.4',
      url: 'https://www2.gov.bc.ca/gov/content/employment-business/employment-standards-advice/employment-standards/forms-resources/igm/esa-part-3-section-30-3',
    },
    readOn: READ_ON,
    handledBy: 'restaurant',
  },
  {
    id: 'CA-PE-tips-shared',
    country: 'CA',
    region: 'PE',
    topic: 'tips-shared',
    rule: { belongsToStaff: true, ownerMayShare: 'no', mayDeductCardFees: false },
    from: null,
    title: say`Prince Edward Island: tips belong to the staff`,
    text: say`Owners may not share in tips, and no administrative charge may be taken from them. Staff learn of a tip pool in writing when they are hired.`,
    source: {
      title: 'Government of Prince Edward Island, Tips and Gratuities',
      url: 'https://www.princeedwardisland.ca/en/information/workforce-advanced-learning-and-population/tips-and-gratuities',
    },
    readOn: READ_ON,
    handledBy: 'restaurant',
  },
  {
    id: 'CA-NS-tips-shared',
    country: 'CA',
    region: 'NS',
    topic: 'tips-shared',
    rule: { belongsToStaff: false, ownerMayShare: 'yes', mayDeductCardFees: true },
    from: null,
    title: say`Nova Scotia: no law gives tips to the staff`,
    text: say`The Labour Standards Code leaves tips out of wages, and bills of 2018 and 2023 to protect them did not pass, as far as we saw. Write down how you share tips.`,
    source: {
      title: 'Nova Scotia Legislature, Bill 366 (2023)',
      url: 'https://nslegislature.ca/legc/bills/64th_1st/1st_read/b366.htm',
    },
    readOn: READ_ON,
    handledBy: 'restaurant',
  },
  {
    id: 'CA-QC-no-show-fees',
    country: 'CA',
    region: 'QC',
    topic: 'no-show-fees',
    rule: {
      mostPerPerson: cents(10_00),
      leastParty: 2,
      freeUntilHours: 3,
      reminderHours: { earliest: 48, latest: 6 },
      mayTakeInAdvance: false,
    },
    from: '2025-07-17',
    title: say`Québec: no-show fees are limited`,
    text: say`At most $10.00 a person, for a party of two or more of whom nobody came. Guests are told before they book, get a reminder with a link to cancel 6 to 48 hours before, and cancel free of charge until 3 hours before. Nothing is taken in advance. The fee includes tax.`,
    source: {
      title: 'Office de la protection du consommateur, Réservation au restaurant',
      url: 'https://www.opc.gouv.qc.ca/consommateur/sujet/reservation-restaurant',
    },
    readOn: READ_ON,
    handledBy: 'not-offered',
    examples: [
      {
        kind: 'tax-inside',
        date: '2025-07-17',
        amount: cents(10_00),
        taxes: { GST: cents(48), QST: cents(91) },
        source: REVENU_QUEBEC_NO_SHOW,
      },
      {
        kind: 'tax-inside',
        date: '2025-07-17',
        amount: cents(50_00),
        taxes: { GST: cents(2_38), QST: cents(4_54) },
        source: REVENU_QUEBEC_DEPOSITS,
      },
    ],
  },
  {
    id: 'CA-QC-gift-cards',
    country: 'CA',
    region: 'QC',
    topic: 'gift-cards',
    rule: { mayExpire: false, payOutUpTo: cents(5_00), mustState: ['terms', 'fees', 'balance-contact'] },
    from: '2010-06-30',
    title: say`Québec: gift cards do not expire`,
    text: say`A gift card has no expiry date and no fee for using it. A balance of $5.00 or less is paid out when the guest asks.`,
    source: {
      title: 'Office de la protection du consommateur, Prepaid cards',
      url: 'https://www.opc.gouv.qc.ca/en/consumer/good-service/prepaid-card/good-service/advice/',
    },
    readOn: READ_ON,
    handledBy: 'not-offered',
  },
  {
    id: 'CA-NS-gift-cards',
    country: 'CA',
    region: 'NS',
    topic: 'gift-cards',
    rule: { mayExpire: false, payOutUpTo: null, mustState: ['expiry', 'fees', 'refunds', 'balance-contact', 'terms'] },
    from: '2010-02-01',
    title: say`Nova Scotia: gift cards do not expire`,
    text: say`A gift card has no expiry date and no fee but for a special design or a replacement. It states fees, refunds, restrictions, and whom to contact for the balance.`,
    source: {
      title: 'Gift Card Regulations (N.S. Reg. 325/2009)',
      url: 'https://novascotia.ca/just/regulations/regs/cpgiftcard.htm',
    },
    readOn: READ_ON,
    handledBy: 'not-offered',
  },
  {
    id: 'CA-ON-points',
    country: 'CA',
    region: 'ON',
    topic: 'points',
    rule: { inactivity: null },
    from: '2018-01-01',
    title: say`Ontario: points do not expire by time alone`,
    text: say`Points may end for inactivity if the guest agreed to that. Programs whose rewards are all worth $50 or less are exempt. Points of this till do not expire.`,
    source: {
      title: 'Consumer Protection Act, 2002, s. 47.1; O. Reg. 17/05',
      url: 'https://www.ontario.ca/laws/statute/02c30',
    },
    readOn: READ_ON,
    handledBy: 'till',
  },
  {
    id: 'CA-ON-points-bill-46',
    country: 'CA',
    region: 'ON',
    topic: 'points',
    rule: { inactivity: null },
    from: null,
    isAnnounced: true,
    title: say`Ontario: rules for loyalty points may change`,
    text: say`A bill of 2025 lets regulations set new rules for the expiry of points. We do not know a date.`,
    source: {
      title: 'Bill 46, Protect Ontario by Cutting Red Tape Act, 2025, Schedule 5',
      url: 'https://www.ola.org/en/legislative-business/bills/parliament-44/session-1/bill-46',
    },
    readOn: READ_ON,
    handledBy: 'till',
  },
  {
    id: 'CA-QC-points',
    country: 'CA',
    region: 'QC',
    topic: 'points',
    rule: { inactivity: { leastMonths: 12, noticeDays: { earliest: 60, latest: 30 } } },
    from: '2019-08-01',
    title: say`Québec: points do not expire by time alone`,
    text: say`Points may end after a year or more without earning or using any, with a notice 30 to 60 days before. Programs whose rewards are all worth $50 or less are exempt. Points of this till do not expire.`,
    source: {
      title: 'Regulation respecting the application of the Consumer Protection Act (CQLR c P-40.1, r. 3), s. 79.6.3',
      url: 'https://www.legisquebec.gouv.qc.ca/en/document/cr/P-40.1,%20r.%203',
    },
    readOn: READ_ON,
    handledBy: 'till',
  },
  {
    id: 'CA-mandatory-fees',
    country: 'CA',
    topic: 'mandatory-fees',
    rule: { inFirstTotal: true },
    from: '2022-06-23',
    title: say`Canada: mandatory fees are part of the first price`,
    text: say`A price that leaves out a fee everyone must pay is misleading (drip pricing). Carts and orders show every fee that is known, and no fee is named like a tax.`,
    source: {
      title: 'Competition Act (RSC 1985, c C-34), s. 74.01(1.1)',
      url: 'https://laws-lois.justice.gc.ca/eng/acts/C-34/section-74.01.html',
    },
    readOn: READ_ON,
    handledBy: 'till',
  },
];

/** True where the law requires suggested tips to be calculated on the amount before tax on that day. */
export function mustSuggestTipsBeforeTax(address: LawAddress, date: DateText): boolean {
  return CONSUMER_RULES.some(
    (each) => each.topic === 'tips-suggested' && appliesAt(each, address) && isInForce(each, date),
  );
}
