import { say, type DateText } from '../core/index.ts';
import { HOME_COUNTRY, provinceOf } from '../locations/index.ts';

/** A page or an act that states a rule. */
export interface LawSource {
  readonly title: string;
  readonly url: string;
}

/**
 * Where the law requires a certified or signing till, by country, region and date, each with its source. This is a
 * reading of public pages on 2026-11-25 (Spain, Sweden: 2026-11-30), not legal advice. A rule applies from its first day until the day before the
 * next rule of the same country and region. A rule of a region comes before the rule of its country. Never edit a rule
 * that is in force: add a new one. Not covered, ask an accountant: TicketBAI in the Basque Country, Navarre, exemptions
 * for small turnovers.
 */
export interface FiscalRule {
  /** Never changes, because locations store since when they know the rule. */
  readonly id: string;
  /** ISO 3166 code; `ANY_COUNTRY` for countries without a rule. */
  readonly country: string;
  /** A Canadian province. Regions of other countries are free text and have no rules. */
  readonly region?: string;
  /** If the date depends on the legal form of the business. Without an answer a business counts as a company. */
  readonly legalForm?: LegalForm;
  /** `refuse` takes no money; `declare` takes none until an administrator declares that no certified till is needed. */
  readonly verdict: 'free' | 'declare' | 'refuse';
  readonly from: DateText;
  readonly reason: string;
  /** Null only where the law was not looked up. */
  readonly source: LawSource | null;
}

export const LEGAL_FORMS = ['company', 'self-employed'] as const;
export type LegalForm = (typeof LEGAL_FORMS)[number];

export const ANY_COUNTRY = '*';

const ALWAYS = '1900-01-01';

const VERIFACTU = {
  reason: say`Spain asks businesses to invoice with a system that follows VERI*FACTU. This till is not certified for it.`,
  title: 'Agencia Tributaria, VERI*FACTU; Real Decreto-ley 15/2025',
  url: 'https://sede.agenciatributaria.gob.es/Sede/iva/sistemas-informaticos-facturacion-verifactu.html',
} as const;

export const FISCAL_RULES: readonly FiscalRule[] = [
  free(
    'CA',
    'Canada Revenue Agency, Keeping records',
    'https://www.canada.ca/en/revenue-agency/services/tax/businesses/topics/keeping-records.html',
  ),
  {
    ...refused('CA', '2025-06-01', {
      reason: say`Québec asks restaurants to send every sale through a certified sales recording system (WEB-SRM) and to hand out the bill it makes. This till is not certified for it.`,
      title: 'Revenu Québec, mandatory billing',
      url: 'https://www.revenuquebec.ca/en/businesses/sector-specific-measures/mandatory-billing/mandatory-billing-restaurant-sector/',
    }),
    id: 'CA-QC',
    region: 'QC',
  },
  free(
    'US',
    'Internal Revenue Service, Recordkeeping',
    'https://www.irs.gov/businesses/small-businesses-self-employed/recordkeeping',
  ),
  free(
    'GB',
    'HM Revenue & Customs, Keeping VAT records',
    'https://www.gov.uk/charge-reclaim-record-vat/keeping-vat-records',
  ),
  refused('PT', '2019-02-16', {
    reason: say`Portugal asks businesses to invoice with a program that the tax authority has certified, with a signature and a code (ATCUD) on every invoice. This till is not certified.`,
    title: 'Autoridade Tributária, certification of invoicing programs; Decreto-Lei 28/2019',
    url: 'https://eportugal.gov.pt/en/inicio/espaco-empresa/balcao-do-empreendedor/programa-de-faturacao-certificacao',
  }),
  refused('DE', '2023-01-01', {
    reason: say`Germany asks every electronic till to sign its sales with a certified security device (TSE). This till has none.`,
    title: 'Abgabenordnung § 146a; Kassensicherungsverordnung',
    url: 'https://www.gesetze-im-internet.de/ao_1977/__146a.html',
  }),
  refused('AT', '2017-04-01', {
    reason: say`Austria asks every till to sign its receipts with a registered signature unit (RKSV). This till has none.`,
    title: 'Registrierkassensicherheitsverordnung (BGBl. II 410/2015)',
    url: 'https://www.ris.bka.gv.at/eli/bgbl/II/2015/410',
  }),
  refused('IT', '2020-01-01', {
    reason: say`Italy asks restaurants to record and send every sale with a registered device (registratore telematico), since 2026 linked to the card terminal. This till has none.`,
    title: 'Decreto legislativo 127/2015; Legge 207/2024, art. 1, commi 74–80',
    url: 'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:decreto.legislativo:2015-08-05;127',
  }),
  refused('BE', '2016-07-01', {
    reason: say`Belgium asks restaurants to use a registered cash register with a control module (GKS/SCE). This till has none.`,
    title: 'FOD Financiën, geregistreerd kassasysteem',
    url: 'https://www.geregistreerdkassasysteem.be/',
  }),
  refused('FR', '2018-01-01', {
    reason: say`France asks businesses to use a till whose records cannot be altered, with a certificate or the publisher’s attestation. This till has neither.`,
    title: 'Code général des impôts, art. 286, I, 3° bis; BOI-TVA-DECLA-30-10-30',
    url: 'https://bofip.impots.gouv.fr/bofip/10691-PGP.html',
  }),
  {
    ...refused('ES', ALWAYS, {
      reason: say`Since 29 July 2025 Spain asks the makers of invoicing programs to declare that they follow VERI*FACTU. Nobody has declared it for this till.`,
      title: 'Agencia Tributaria, declaración responsable; Real Decreto 254/2025',
      url: 'https://sede.agenciatributaria.gob.es/Sede/eu_es/iva/sistemas-informaticos-facturacion-verifactu/preguntas-frecuentes/certificacion-sistemas-informaticos-declaracion-responsable.html',
    }),
    id: 'ES-producer',
    verdict: 'declare',
  },
  { ...refused('ES', '2027-01-01', VERIFACTU), id: 'ES-company', legalForm: 'company' },
  { ...refused('ES', '2027-07-01', VERIFACTU), id: 'ES-self-employed', legalForm: 'self-employed' },
  {
    ...refused('SE', ALWAYS, {
      reason: say`Sweden asks businesses for a cash register with a certified control unit, except those that sell for less than four price base amounts a year. This till has none.`,
      title: 'Skatteverket, undantag från skyldigheten att använda kassaregister; Skatteförfarandelagen 39 kap.',
      url: 'https://www4.skatteverket.se/rattsligvagledning/edition/2023.16/366876.html',
    }),
    verdict: 'declare',
  },
  {
    id: 'other',
    country: ANY_COUNTRY,
    verdict: 'declare',
    from: ALWAYS,
    reason: say`We have not looked up whether the law of this country asks for a certified till. Ask your accountant or the tax authority.`,
    source: null,
  },
];

function free(country: string, title: string, url: string): FiscalRule {
  const reason = say`No certified till is required here.`;
  return { id: country, country, verdict: 'free', from: ALWAYS, reason, source: { title, url } };
}

function refused(
  country: string,
  from: DateText,
  { reason, ...source }: LawSource & Pick<FiscalRule, 'reason'>,
): FiscalRule {
  return { id: country, country, verdict: 'refuse', from, reason, source };
}

export interface FiscalLocation {
  readonly country: string;
  readonly region: string;
  /** Decides the province of a Canadian address that names none. */
  readonly postalCode: string;
  readonly legalForm?: LegalForm | null | undefined;
}

function provinceOfLocation({ country, region, postalCode }: FiscalLocation): string {
  return region === '' && country === HOME_COUNTRY ? (provinceOf(postalCode) ?? '') : region;
}

/** All rules for the location's country, region and legal form, past and future, oldest first. */
export function fiscalRulesOf(location: FiscalLocation): readonly FiscalRule[] {
  const form = location.legalForm ?? 'company';
  const province = provinceOfLocation(location);
  const known = FISCAL_RULES.filter(
    ({ country, region }) => country === location.country && (region ?? province) === province,
  );
  const rules = known.length > 0 ? known : FISCAL_RULES.filter(({ country }) => country === ANY_COUNTRY);
  return rules
    .filter((rule) => (rule.legalForm ?? form) === form)
    .toSorted((a, b) => Number(a.region !== undefined) - Number(b.region !== undefined) || (a.from < b.from ? -1 : 1));
}

/** The rule in force on a day in the location's time zone. Before the first rule starts, it applies too. */
export function fiscalRuleOn(location: FiscalLocation, date: DateText): FiscalRule {
  const rules = fiscalRulesOf(location);
  const rule = rules.findLast(({ from }) => from <= date) ?? rules[0];
  if (!rule) throw new Error(`no fiscal rule for ${location.country} on ${date}`);
  return rule;
}

/** The next rule that refuses after that day, if another one is in force. */
export function nextRefusal(location: FiscalLocation, date: DateText): FiscalRule | null {
  return fiscalRulesOf(location).find(({ verdict, from }) => verdict === 'refuse' && from > date) ?? null;
}
