import { NO_NOTES } from '@tiffin/domain/order';
import type { Answer } from '../shared/api/api.ts';
import type { Me } from '../shared/api/server-context.ts';
import type { Location, RootData } from '../shared/site/site.ts';

/** Sample responses of the server; each test changes the fields it is about. */
export const admin: NonNullable<Me> = {
  uid: 'u1',
  email: 'anjali@example.test',
  emailVerified: true,
  displayName: 'Anjali Rao',
  photoURL: null,
  role: 'admin',
  isAdmin: true,
  locationIds: [],
  loyaltyPoints: 0,
  totalOrders: 0,
  totalSpent: 0,
  createdAt: '2026-11-20T12:00:00.000Z',
  lastLoginAt: null,
  updatedAt: '2026-11-20T12:00:00.000Z',
  isActive: true,
  phoneNumber: null,
  countryCode: '+1',
  preferences: { notifications: true, marketing: false },
  signupMethod: 'email_password',
};
export const staff: NonNullable<Me> = { ...admin, role: 'staff', isAdmin: false, locationIds: ['truro'] };
export const bookkeeper: NonNullable<Me> = { ...staff, role: 'accountant' };
export const guest: NonNullable<Me> = { ...admin, uid: 'g1', role: 'customer', isAdmin: false };

const day = { open: '11:30', close: '22:00', closed: false };
export const truro: Location = {
  id: 'truro',
  name: 'Truro Heights',
  address: '395 Truro Heights Road',
  city: 'Truro Heights',
  region: 'NS',
  country: 'CA',
  postalCode: 'B2N 1A1',
  phone: '(902) 555-0123',
  email: null,
  timeZone: 'America/Halifax',
  hours: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day },
  hoursExceptions: [],
  features: ['Dine-in', 'Takeout', 'Delivery'],
  services: ['dine-in', 'pickup', 'delivery'],
  isActive: true,
  rating: 4.6,
  reviewCount: 210,
  taxRate: 0.14,
  taxLabel: 'HST',
  taxes: [
    {
      code: 'HST',
      label: 'HST',
      registration: null,
      small: null,
      rates: { meal: 0.14, liquor: 0.14, charge: 0.14 },
    },
  ],
  tipBase: 'with-tax',
  isOpen: true,
  openText: 'Open now',
  nextOpening: null,
};

export const rootData: RootData = {
  site: {
    name: 'Sizzle & Spice',
    tagline: 'Indian food',
    cuisine: 'Indian',
    headline: 'Curries that take their time.',
    heroUrl: null,
    priceRange: '$$',
    brandColour: null,
    accentColour: null,
    phone: '(902) 555-0100',
    email: 'hello@example.test',
    supportEmail: 'help@example.test',
    address: '395 Truro Heights Road',
    hstNumber: null,
    country: 'CA',
    currency: 'CAD',
    coin: 5,
    locale: 'en-CA',
    languages: ['en'],
    timeZone: 'America/Halifax',
    logoUrl: null,
    defaultLocationId: 'truro',
    guestCheckout: true,
    signInProviders: [],
    staffSignIn: null,
    sends: ['email', 'sms'],
    payments: { provider: 'sandbox', publishableKey: null },
  },
  locations: [truro],
  me: null,
  isSessionLoaded: true,
  publicUrl: 'http://localhost',
  pagesUrl: 'http://localhost',
  year: 2026,
};

export const asha: Answer<'getUsers'>['users'][number] = {
  id: 'p1',
  uid: 'p1',
  email: 'asha@example.test',
  emailVerified: true,
  displayName: 'Asha Menon',
  phoneNumber: '+19025550101',
  role: 'customer',
  locationIds: [],
  isActive: true,
  isDeleted: false,
  deletedAt: null,
  totalOrders: 4,
  totalSpent: 120.5,
  loyaltyPoints: 105,
  photoURL: null,
  createdAt: '2026-10-01T12:00:00.000Z',
  lastLoginAt: null,
  lastOrderDate: null,
  updatedAt: '2026-10-01T12:00:00.000Z',
  signupMethod: 'email_password',
  promotions: true,
  version: 3,
};

/** A new pickup order for one dal, to be paid in cash. */
export const dalForOne: Answer<'getOrderDetails'>['order'] = {
  id: 'TRU-20261120-AAAAA',
  orderId: 'TRU-20261120-AAAAA',
  billId: 'TRU-20261120-AAAAA',
  orderType: 'pickup',
  status: 'pending',
  paymentStatus: 'unpaid',
  paymentMethod: 'cash',
  allergies: [],
  allergyNote: '',
  mentionsAllergy: false,
  awaitsAllergyCheck: false,
  orderTime: '2026-11-20T22:00:00.000Z',
  updatedAt: '2026-11-20T22:00:00.000Z',
  location: 'truro',
  locationInfo: {
    id: 'truro',
    name: 'Truro Heights',
    address: '395 Truro Heights Road',
    phone: '(902) 555-0123',
    postalCode: 'B2N 1A1',
    timeZone: 'America/Halifax',
  },
  customerInfo: { name: 'Asha Rao', email: '', phone: '+19025550101', firebaseId: null, isGuest: true },
  items: [
    {
      line: 1,
      id: 'dal',
      name: 'Dal',
      price: 10,
      quantity: 1,
      category: 'mains',
      description: '',
      selectedSpiceLevel: 1,
      spiceLevelName: 'Mild',
      spiceLevelId: 'mild',
      cartKey: 'dal',
      unitPrice: 10,
      lineTotal: 10,
      doneAt: null,
    },
  ],
  taxes: [{ code: 'HST', label: 'HST', registration: null, rate: 0.14, base: 10, amount: 1.4 }],
  charges: [],
  adjustments: [],
  refunds: [],
  pricing: {
    subtotal: 10,
    tax: 1.4,
    tip: 0,
    total: 11.4,
    taxRate: 0.14,
    taxLabel: 'HST',
    refunded: 0,
    discount: null,
  },
  orderValue: 11.4,
  due: 11.4,
  ...NO_NOTES,
  promised: { from: '2026-11-20T22:20:00.000Z', to: '2026-11-20T22:20:00.000Z' },
  estimatedReady: '2026-11-20T22:20:00.000Z',
  promisedReady: null,
  acceptedAt: null,
  acceptedBy: null,
  prepStartTime: null,
  readyTime: null,
  completedTime: null,
  cancelledTime: null,
  cancelReason: null,
  paidAt: null,
  paymentProcessedAt: null,
  processedBy: null,
  statusHistory: [],
  sessionId: null,
  paymentIntentId: null,
  paymentUrl: null,
  receiptUrl: '',
  metadata: { orderToken: 't', adminCreated: false },
  itemCount: 1,
  canCancel: true,
  needsPayment: true,
  isOverdue: false,
  orderAge: 1,
  estimatedWaitTime: 15,
  version: 1,
};
/** The orders that every section of the back office requests. */
export function ordersOf(orders: readonly Answer<'getOrderDetails'>['order'][]): Answer<'getLocationOrders'> {
  return {
    orders: [...orders],
    total: orders.length,
    nextCursor: null,
    metadata: { locationId: 'truro', limit: 500, offset: 0, totalIsExact: true, serverTime: new Date().toISOString() },
  };
}

/** A table for two this evening, as in the host's list. */
export const tableForTwo: Answer<'getAllReservations'>['reservations'][number] = {
  id: 'r1',
  reservationId: 'RES-TRU-20261120-KQWX',
  location: 'truro',
  locationName: 'Truro Heights',
  customerInfo: { name: 'Ravi Nair', email: 'ravi@example.test', phone: '+19025550102', firebaseId: null },
  reservationDetails: { date: '2026-11-20', time: '18:30', partySize: 2, specialRequests: null },
  startsAt: '2026-11-20T22:30:00.000Z',
  status: 'confirmed',
  tableNumber: null,
  reservedAt: '2026-11-19T12:00:00.000Z',
  updatedAt: '2026-11-19T12:00:00.000Z',
  seatedAt: null,
  cancelledAt: null,
  cancellationReason: null,
  source: 'web',
  version: 0,
  deviceInfo: null,
};

/** Truro as an admin sees it. */
export const managedTruro: Answer<'getAllLocations'>['locations'][number] = {
  ...truro,
  code: 'TRU',
  email: 'truro@example.test',
  manager: 'Leah',
  capacity: 40,
  openingDate: null,
  totalOrders: 120,
  monthlyRevenue: 8200,
  averageOrderValue: 32.5,
  todaysHours: 'Today: 11:30 - 22:00',
  taxRateOverride: null,
  taxLabelOverride: null,
  taxSettings: null,
  tipBaseOverride: null,
  ticketLimits: null,
  slotRules: [],
  delivery: null,
  legalForm: null,
  fiscalNote: null,
  asksTips: true,
  curbside: false,
  dayEndHour: 4,
  confirmsAllergies: true,
  version: 2,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
  deletedAt: null,
};

const heat = { maxUnits: 1, isAvailable: true, isDefault: false, allergens: [], price: 0 };
/** A restaurant's own heat levels: Hot is sold out, and hotter levels cost extra. */
export const ownHeats = {
  id: 'spice_level',
  name: 'How hot',
  kind: 'one' as const,
  min: 1,
  max: 1,
  included: 0,
  eachExtra: 0,
  isSize: false,
  options: [
    { ...heat, id: 'mild', name: 'Mild', isDefault: true },
    { ...heat, id: 'hot', name: 'Hot', isAvailable: false },
    { ...heat, id: 'heat-4', name: 'Phaal', price: 1.25 },
  ],
};

/** With the fields that most dishes of the guests’ menu leave out. */
export const dalDish: Required<Omit<Answer<'getLocationMenu'>['items'][number], 'alsoCalled' | 'served'>> = {
  id: 'dal',
  menuItemId: 'dal',
  name: 'Dal Tadka',
  description: 'Yellow lentils',
  price: 10,
  category: 'veg-curries',
  taxClass: 'meal',
  spiceLevel: 'none',
  prepTime: 15,
  calories: null,
  isVegetarian: true,
  isVegan: true,
  isGlutenFree: true,
  isPopular: false,
  isAvailable: true,
  soldOut: false,
  left: null,
  soldOutUntil: null,
  isTodaysSpecial: false,
  specialStartDate: null,
  specialEndDate: null,
  image: null,
  imageUrl: null,
  art: null,
  tags: [],
  allergens: [],
  maxQuantity: 10,
  workUnits: 1,
  optionGroups: [],
  priceFrom: 10,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
};

/** The same dish as the menu editor receives it. */
export const editedDal: Answer<'getLocationMenuAdmin'>['items'][number] = {
  ...dalDish,
  optionGroups: [],
  position: 0,
  version: 1,
};
export const editedCategory = (id: string, name: string, used = 1, isDefault = true) => ({
  id,
  name,
  isDefault,
  count: used,
  position: 0,
  used,
});
/** Responses for the menu editor with these dishes at Truro. */
export const menuToEdit = (
  items: readonly (typeof editedDal)[],
  categories = [editedCategory('veg-curries', 'Veg Curries')],
) => ({
  getAvailableLocations: {
    locations: [{ id: 'truro', name: 'Truro Heights', isActive: true, timeZone: 'America/Halifax' }],
  },
  getOptionGroups: { groups: [] },
  getLocationMenuAdmin: { locationId: 'truro', items: [...items], categories, version: 1 },
});
/** Responses for the till with these dishes at Truro. */
export const menuAtTill = (...items: (typeof dalDish)[]) => ({
  getLocations: { locations: [truro] },
  getLocationMenu: {
    locationId: 'truro',
    items,
    categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: items.length }],
    version: 1,
  },
  getReadyTimes: { timeZone: 'America/Halifax', soonest: null, days: [] },
  lookupGuestByPhone: { guest: null },
});

type Group = (typeof dalDish)['optionGroups'][number];
export const option = (id: string, name: string, price = 0, more: Partial<Group['options'][number]> = {}) => ({
  id,
  name,
  price,
  isDefault: false,
  maxUnits: 1,
  isAvailable: true,
  allergens: [],
  ...more,
});
export const group = (id: string, name: string, more: Partial<Group>): Group => ({
  id,
  name,
  kind: 'some',
  min: 0,
  max: 10,
  included: 0,
  eachExtra: 0,
  isSize: false,
  options: [],
  ...more,
});

/** A dish with sizes, chutneys with a quantity, an ingredient to leave out, and a bread that contains wheat. */
export const thaliDish: typeof dalDish = {
  ...dalDish,
  id: 'thali',
  menuItemId: 'thali',
  name: 'Thali',
  description: 'A tray of the day',
  price: 14.95,
  priceFrom: 14.95,
  allergens: ['milk'],
  isVegan: false,
  optionGroups: [
    group('size', 'Size', {
      kind: 'one',
      min: 1,
      max: 1,
      isSize: true,
      options: [option('regular', 'Regular', 14.95), option('large', 'Large', 18.95)],
    }),
    group('chutneys', 'Chutneys', {
      max: 4,
      included: 2,
      eachExtra: 0.75,
      options: [
        option('mint', 'Mint'),
        option('mango', 'Mango', 0.5, { maxUnits: 2 }),
        option('tamarind', 'Tamarind'),
        option('garlic', 'Garlic', 0, { isAvailable: false }),
      ],
    }),
    group('bread', 'Bread', {
      kind: 'one',
      max: 1,
      options: [option('naan', 'Butter naan', 1.95, { allergens: ['wheat', 'milk'], breaks: ['gluten-free'] })],
    }),
    group('out', 'Leave out', {
      options: [
        option('onion', 'Onion', 0, { isDefault: true }),
        option('coriander', 'Coriander', 0, { isDefault: true }),
      ],
    }),
  ],
};
