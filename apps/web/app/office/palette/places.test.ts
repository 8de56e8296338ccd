import { SECTIONS } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { sectionsOf } from '../shell/sections.ts';
import { matchScore } from '../handbook/match.ts';
import { findPlaces, PLACES } from './places.ts';
import { WORDS } from './words.ts';

const loads = Object.fromEntries(
  Object.keys(SECTIONS).map((id) => [id, () => Promise.reject(new Error('never opened'))]),
);
const actor = { kind: 'person', userId: '1', role: 'admin', locationIds: [], email: 'a@b.ca', name: 'A' } as const;
const { first, rest } = sectionsOf(actor, loads, true);
const sections = [...first, ...rest];
const truro = { id: 'truro', name: 'Truro Heights' };
const addressOf = (typed: string) => findPlaces(sections, [truro], typed)[0]?.address;

/** Where an owner expects to get, with the English and the French words for it. */
const EXPECTED: readonly (readonly [address: string, english: string, french: string])[] = [
  ['#locations/truro/delivery', 'delivery fee', 'frais de livraison'],
  ['#locations/truro/delivery', 'minimum order', 'commande minimum'],
  ['#locations/truro/delivery', 'delivery zones', 'zones de livraison'],
  ['#locations/truro/delivery', 'free delivery', 'livraison gratuite'],
  ['#deliveries', 'delivery', 'livraison'],
  ['#deliveries', 'drivers', 'livreurs'],
  ['#find-order', 'void', 'annuler'],
  ['#find-order', 'cancel an order', 'annuler une commande'],
  ['#report', 'voided', 'annulées'],
  ['#report', 'who voided', 'qui a annulé'],
  ['#find-order', 'refund', 'remboursement'],
  ['#find-order', 'refund one dish', 'rembourser'],
  ['#find-order', 'receipt', 'reçu'],
  ['#find-order', 'past orders', 'anciennes commandes'],
  ['#locations/truro/dates', 'close tomorrow', 'fermer demain'],
  ['#locations/truro/dates', 'closed', 'fermé'],
  ['#locations/truro/dates', 'holiday', 'jour férié'],
  ['#locations/truro/dates', 'add a holiday', 'congé'],
  ['#locations/truro/dates', 'vacation', 'vacances'],
  ['#locations/truro/dates', 'Christmas', 'Noël'],
  ['#orders/pause', 'stop online orders', 'arrêter les commandes'],
  ['#orders/pause', 'pause', 'suspendre les commandes'],
  ['#orders/pause', 'busy', 'débordé'],
  ['#orders/waiting', 'offline', 'hors ligne'],
  ['#orders/sold-out', 'sold out', 'épuisé'],
  ['#orders/sold-out', '86', 'rupture de stock'],
  ['#settings/restaurant', 'tax number', 'numéro de taxe'],
  ['#settings/restaurant', 'HST number', 'numéro de TVH'],
  ['#settings/restaurant', 'legal name', 'raison sociale'],
  ['#settings/restaurant', 'restaurant name', 'nom du restaurant'],
  ['#locations/truro/charges', 'service charge', 'frais de service'],
  ['#locations/truro/charges', 'bag fee', 'frais de sac'],
  ['#locations/truro/taxes', 'tax', 'taxe'],
  ['#locations/truro/taxes', 'hst', 'tvh'],
  ['#locations/truro/taxes', 'gst', 'tps'],
  ['#messages/write', 'message guests', 'écrire aux clients'],
  ['#messages/write', 'newsletter', 'infolettre'],
  ['#messages/day', 'message tonight’s guests', 'écrire aux clients de ce soir'],
  ['#messages/day', "message tonight's guests", 'clients de ce soir'],
  ['#messages', 'outbox', 'messages envoyés'],
  ['#stations/printers', 'printer', 'imprimante'],
  ['#stations/printers', 'print', 'imprimer'],
  ['#stations/printers', 'print test', 'test d’impression'],
  ['#stations/screens', 'pick-up screen', 'écran de ramassage'],
  ['/devices', 'tablet', 'tablette'],
  ['/devices', 'pin', 'nip'],
  ['/devices', 'my password', 'mot de passe'],
  ['/devices', 'passkey', 'clé d’accès'],
  ['#connections/webhooks', 'webhook', 'webhooks'],
  ['#connections/keys', 'api', 'clé API'],
  ['#connections', 'integrations', 'intégrations'],
  ['#reservations/calendar', 'calendar', 'calendrier'],
  ['#reservations/calendar', 'Google calendar', 'agenda'],
  ['#reservations/book', 'book a table', 'réserver une table'],
  ['#reservations', 'bookings', 'réservations'],
  ['#reservations', 'waitlist', 'liste d’attente'],
  ['#gift-cards', 'gift card', 'carte-cadeau'],
  ['#gift-cards', 'lost gift card', 'carte-cadeau perdue'],
  ['#create-order/gift-card', 'sell a gift card', 'chèque-cadeau'],
  ['#create-order', 'till', 'caisse'],
  ['#create-order', 'create new order', 'nouvelle commande'],
  ['#settings/look', 'logo', 'couleurs'],
  ['#settings/look', 'brand', 'marque'],
  ['#locations/truro/hours', 'opening hours', 'heures d’ouverture'],
  ['#locations/truro/hours', 'hours', 'horaire'],
  ['#locations/truro/contact', 'postal code', 'code postal'],
  ['#locations/truro/contact', 'pincode', 'fuseau horaire'],
  ['#locations/truro/contact', 'phone', 'téléphone'],
  ['#locations/truro/readers', 'card reader', 'lecteur de cartes'],
  ['#locations/truro/pay', 'pay period', 'période de paie'],
  ['#locations/truro/bookings', 'confirm bookings', 'confirmer les réservations'],
  ['#locations/add', 'new location', 'nouvelle succursale'],
  ['#locations', 'locations', 'succursales'],
  ['#menu', 'menu price', 'prix'],
  ['#menu', 'planned price', 'prix prévu'],
  ['#report', 'net sales', 'ventes nettes'],
  ['#menu', 'allergens', 'allergènes'],
  ['#menu', 'dishes', 'plats'],
  ['#menu/add', 'add a dish', 'ajouter un plat'],
  ['#menu/file', 'export', 'exporter'],
  ['#menu/file', 'import', 'importer'],
  ['#menu/categories', 'categories', 'catégories'],
  ['#menu/groups', 'modifiers', 'suppléments'],
  ['#menu/groups', 'toppings', 'garnitures'],
  ['#dashboard', 'yesterday', 'hier'],
  ['#dashboard', 'today', 'aujourd’hui'],
  ['#audit', 'who', 'qui'],
  ['#audit', 'log', 'journal'],
  ['#audit', 'who changed', 'qui a changé'],
  ['#users/invite', 'invite', 'inviter'],
  ['#users/invite', 'new employee', 'nouvel employé'],
  ['#users', 'people', 'personnes'],
  ['#users', 'permissions', 'droits'],
  ['#promotions', 'discount', 'rabais'],
  ['#promotions', 'happy hour', 'code promo'],
  ['#promotions', 'welcome offer', 'offre de bienvenue'],
  ['#settings/discounts', 'staff discount', 'rabais du personnel'],
  ['#settings/languages', 'language', 'langue'],
  ['#settings/points', 'loyalty', 'fidélité'],
  ['#settings/texts', 'texts', 'textos'],
  ['#settings/texts', 'sms', 'message texte'],
  ['#settings/services', 'stripe', 'serveur de courriel'],
  ['#settings/services', 'test email', 'courriel d’essai'],
  ['#settings/money', 'rounding', 'arrondi'],
  ['#payments', 'card', 'carte'],
  ['#payments', 'chargeback', 'litige'],
  ['#closing', 'close the day', 'fermer la journée'],
  ['#closing', 'yesterday’s closing', 'compter la caisse'],
  ['#closing', 'cash drawer', 'tiroir-caisse'],
  ['#tips', 'payroll', 'paie'],
  ['#tips', 'clock in', 'pointage'],
  ['#report', 'sales', 'ventes'],
  ['#floor', 'floor plan', 'plan de salle'],
  ['#privacy', 'erase a guest', 'effacer un client'],
  ['/admin/set-up#print', 'qr', 'code QR'],
  ['/admin/set-up', 'getting started', 'mise en route'],
  ['?page=accountant#report', 'accountant', 'comptable'],
  ['?page=accountant#report', 'bookkeeper', 'tenue de livres'],
  ['/admin/handbook', 'help', 'aide'],
];

test.each(EXPECTED.flatMap(([address, ...words]) => words.map((typed) => [typed, address])))(
  'whoever types “%s” gets %s first',
  (typed, address) => {
    expect(addressOf(typed)).toBe(address);
  },
);

test('the list has at least a hundred words in each language', () => {
  expect(new Set(EXPECTED.map(([, english]) => english)).size).toBeGreaterThanOrEqual(100);
  expect(new Set(EXPECTED.map(([, , french]) => french)).size).toBeGreaterThanOrEqual(100);
});

test('every section and place is the first answer to its own name', () => {
  const named = sections.map(({ id, label }) => [label, `#${id}`]);
  expect(named.filter(([label = '', address]) => addressOf(label) !== address)).toEqual([]);
  const lost = PLACES.filter(
    ([, title]) => findPlaces(sections, [truro], title)[0]?.title.toLowerCase() !== title.toLowerCase(),
  );
  expect(lost.map(([, title]) => title)).toEqual([]);
});

test('nobody finds a setting of a section that they do not see', () => {
  const found = findPlaces(
    sections.filter(({ id }) => id === 'orders'),
    [truro],
    'logo',
  );
  expect(found).toEqual([]);
  expect(findPlaces([], [], 'tablet').map(({ address }) => address)).toEqual(['/devices']);
});

test('a part of a location’s form is found once for each location', () => {
  const halifax = { id: 'halifax', name: 'Halifax' };
  const found = findPlaces(sections, [truro, halifax], 'delivery fee');
  expect(found.slice(0, 2).map(({ locationName, address }) => [locationName, address])).toEqual([
    ['Truro Heights', '#locations/truro/delivery'],
    ['Halifax', '#locations/halifax/delivery'],
  ]);
});

test.each([
  ['Remboursement', 'refund, remboursement', 4],
  ['rembours', 'refund, remboursement', 3],
  ['reset', 'How to reset a PIN', 2],
  ['how do I close tomorrow', 'close the day, closed tomorrow', 1],
  ['fetes', 'les fêtes', 2],
  ['the', 'opening hours', 0],
  ['PIN', 'shopping, opinion', 0],
  ['', 'anything', 0],
])('the text “%s” matches “%s” with %i', (typed, names, score) => {
  expect(matchScore(typed, names)).toBe(score);
});

test('every section and place has words, and every line of words belongs to one', () => {
  const lines = WORDS.trim()
    .split('\n')
    .map((line) => line.split(': '));
  const targets = [...Object.keys(SECTIONS), ...PLACES.map(([target]) => target)];
  expect(new Set(lines.map(([target]) => target))).toEqual(new Set(targets));
  expect(lines).toHaveLength(targets.length);
  expect(lines.filter(([, words = '']) => words.split(', ').length < 2)).toEqual([]);
});
