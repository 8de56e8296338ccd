import { expect, test } from 'vitest';
import { readStripeEvent } from '../apps/server/src/adapters/payment/stripe/stripe-events.ts';
import { isPublicAddress } from '../apps/server/src/adapters/web/public-addresses.ts';
import { readPrintResponse } from '../apps/server/src/modules/kitchen/printers/mount-printers.ts';
import { redactLinks, redactSecrets } from '../apps/server/src/modules/outbox/redact-messages.ts';
import { toSingleLine } from '../apps/server/src/modules/outbox/templates/mail-formats.ts';
import { keyRing } from '../apps/server/src/platform/auth/key-ring.ts';
import * as cookies from '../apps/server/src/platform/auth/session-cookie.ts';
import { likePattern, readCursor } from '../apps/server/src/platform/http/cursor.ts';
import { escapeHtml } from '../apps/server/src/platform/http/escape-html.ts';
import { jsonWithoutLinks } from '../apps/server/src/platform/http/hide-links.ts';
import { parseBody } from '../apps/server/src/platform/http/read-body.ts';
import { needsLanguageRedirect } from '../apps/server/src/platform/i18n/chosen-language.ts';
import { languageFromHeader } from '../apps/server/src/platform/i18n/request-language.ts';
import { calls } from '../packages/contract/src/calls.ts';
import { fieldsOf, inputSchema, inputsOf } from '../packages/contract/src/testing/request-values.ts';
import * as core from '../packages/domain/src/core/index.ts';
import { findPostalCode, ringFromGeoJson } from '../packages/domain/src/delivery/index.ts';
import { readMenuFile } from '../packages/domain/src/menu-file/index.ts';
import { fillPlaceholders, withoutLinks } from '../packages/domain/src/messages/index.ts';
import { hasOnlyNames, namedAllergens } from '../packages/domain/src/order/index.ts';
import * as people from '../packages/domain/src/people/index.ts';
import { parseGiftCardCode } from '../packages/domain/src/payment/index.ts';

/* A text that somebody made for it must not take time that grows with the square of its length: no other request is
   answered meanwhile. `linear-patterns.test.mjs` looks at regular expressions; here, what reads such texts runs. */

/** What hostile texts repeat. */
const PIECES = [
  ...' a0"\'\\,;:.=&%<>([{/-+@*_#\n\u0301é😀',
  '<response ',
  'x="',
  '""',
  '\r\n',
  ', ',
  '; ',
  '--',
  '%41',
  '\\u0041',
  '{"a":',
  '[1,',
  '{{',
  '://',
  '1.',
  'a@',
  'a ',
  'q=0.1,',
  'fr-',
  'tiffin.',
  'https://a/',
  '9025550123',
  'B2N',
  'no nuts ',
  'Mozilla/5.0 (',
];
const LENGTH = 64_000;
/** There are hundreds of fields, and most bodies take 2 kB. */
const LENGTH_OF_FIELD = 16_000;
/** What takes less for the long text is quick enough, however it grows. */
const QUICK_MS = 60;
/** Four times the text takes four times as long, and sixteen times with the square. */
const GROWTH = 4;
const MOST = 9;

/** Processor time of this thread alone, because other tests keep the machine busy. */
function millisecondsOf(work) {
  const before = process.threadCpuUsage();
  try {
    work();
  } catch {
    // Most of these texts are refused.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const textOf = (piece, length) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** The pieces of which a long text takes too long. The least of some tries counts: a collection of garbage is no work. */
function slowPieces(read, { pieces = PIECES, length = LENGTH } = {}) {
  const tryOnce = (piece, ofLength) => millisecondsOf(() => read(`${textOf(piece, ofLength)}!`));
  const least = (piece, ofLength) => Math.min(...[1, 2, 3].map(() => tryOnce(piece, ofLength)));
  return pieces.filter((piece) => {
    if (tryOnce(piece, length) < QUICK_MS) return false;
    const long = least(piece, length);
    return long > QUICK_MS && long > MOST * least(piece, length / GROWTH);
  });
}

const ring = keyRing(['a secret of this test alone']);
const bytesOf = (text) => new TextEncoder().encode(text);
const request = (name) => (text) =>
  needsLanguageRedirect({ url: 'https://tiffin.test/', headers: new Map([[name, text]]) });
/** What reads texts from outside, by the name of what it reads. */
const READERS = {
  'CSV files': (text) => core.parseCsv(`name\n${text}`),
  'CSV cells': (text) => core.unescapeCsvFormula(core.escapeCsvFormula(text)),
  'pasted lists': (text) => readMenuFile(bytesOf(text), [], { isPasted: true }),
  'menu files': (text) => readMenuFile(bytesOf(`name,category,price,description\n${text}`), []),
  'reports of printers': readPrintResponse,
  'events of the card provider': readStripeEvent,
  bodies: parseBody,
  'bodies with a text': (text) => parseBody(JSON.stringify({ text })),
  'Accept-Language': languageFromHeader,
  'the cookie of the language': request('cookie'),
  'the language of the browser': request('accept-language'),
  'session cookies': (text) => cookies.readSessionCookie(text, true),
  'the drawer of a device': (text) => cookies.readDrawerCookie(text, { keys: ring, overTls: true }),
  'tablet cookies': (text) => cookies.readTabletCookie(text, true),
  'signed cookies': (text) => cookies.signAgain(text, { keys: ring, overTls: true }),
  'cookies of guests': cookies.isGuestBrowser,
  'user agents': (text) => [people.parseClient(text), people.parseUserAgent(text)],
  'phone numbers': (text) => [people.normalisePhone(text), people.phoneVariations(text), people.phoneText(text)],
  'email addresses': (text) => [people.normaliseEmail(text), people.foldEmail(text), people.emailProblem(text)],
  passwords: people.passwordProblem,
  names: (text) => [people.nameProblem(text), people.initialsOf(text), core.slugOf(text, 40)],
  'postal codes': findPostalCode,
  'areas on the map': ringFromGeoJson,
  'codes of gift cards': parseGiftCardCode,
  'notes about allergies': (text) => [namedAllergens(text), hasOnlyNames(text)],
  'searches of lists': likePattern,
  cursors: (text) => readCursor(Buffer.from(text).toString('base64url'), 'at', 'time'),
  'mails that staff write': (text) => [fillPlaceholders(text, { name: text }), withoutLinks(text), toSingleLine(text)],
  'logged texts': (text) => [redactSecrets(text), redactLinks(text), jsonWithoutLinks(JSON.stringify({ text }))],
  'texts of pages': escapeHtml,
  'stored texts': (text) => [core.toStorableText(text), core.collapseWhitespace(text), core.parseJsonFields(text)],
  addresses: (text) => [isPublicAddress(text), people.shortenAddress(text), people.isOrigin(text)],
};

test.each(Object.entries(READERS))('a long text does not slow down what reads %s', (_, read) => {
  expect(slowPieces(read)).toEqual([]);
});

test('a long text in any field of any call does not slow down its validation', () => {
  const options = { pieces: [' ', '0', 'a@'], length: LENGTH_OF_FIELD };
  const slow = Object.entries(calls).flatMap(([name, call]) =>
    inputsOf(call).flatMap(({ shape }) =>
      fieldsOf(inputSchema(shape)).flatMap(({ path, schema, requestWith }) => {
        if (schema.type !== 'string' || schema.enum) return [];
        const pieces = slowPieces((text) => shape.safeParse(requestWith(text)), options);
        return pieces.map((piece) => `${name}, ${path}: many “${piece}”`);
      }),
    ),
  );
  expect(slow).toEqual([]);
});

test.each([
  ['a regular expression', (text) => /<response\b[^>]*\bcode=/.test(text), ['<response ']],
  ['a search from many signs', (text) => text.split('a').every((_, at) => text.lastIndexOf('<', at) < 0), ['a']],
])(
  'the check finds %s whose time grows with the square',
  (_, read, pieces) => {
    expect(slowPieces(read, { pieces })).toEqual(pieces);
  },
  300_000,
);
