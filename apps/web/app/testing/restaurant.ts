import { recordOf } from '@tiffin/domain/core';
import { ORDER_STATUSES } from '@tiffin/domain/order';
import type { KnownCustomer } from '../office/till/till.ts';
import type { Answer } from '../shared/api/api.ts';

/** A new restaurant that has only a name. */
export const restaurantSettings: Answer<'getSettings'>['settings'] = {
  name: 'Our restaurant',
  legalName: '',
  tagline: '',
  cuisine: '',
  headline: '',
  heroUrl: null,
  priceRange: '',
  brandColour: null,
  accentColour: null,
  phone: '',
  email: '',
  supportEmail: '',
  address: '',
  hstNumber: null,
  logoUrl: null,
  sender: { name: '', email: '', postalAddress: '' },
  timeZone: 'America/Halifax',
  currency: 'CAD',
  coin: 5,
  nextCoin: null,
  locale: 'en-CA',
  languages: ['en'],
  defaultLocationId: '',
  setUp: [],
  guestCheckout: true,
  staffDiscountPercent: 10,
  staffDiscountMost: 10,
  pointsStep: 100,
  pointsStepWorth: 5,
  welcomePercent: 10,
  welcomeIsActive: true,
  textsTo: '+1',
  strangersTextsMost: 600,
  securityAddressDays: 90,
  forgetGuestsAfterMonths: 24,
  updatedAt: null,
};

/** A customer in the till's search. */
export const priya: KnownCustomer = {
  firebaseId: 'u-priya',
  id: 'u-priya',
  name: 'Priya Sharma',
  email: 'priya@example.com',
  phone: '+19025550161',
  totalOrders: 4,
  totalSpent: 80,
  isActive: true,
  role: 'customer',
  createdAt: null,
  lastOrderDate: null,
  isConfirmed: true,
};

/** The counts of a location without orders. */
export const noOrders: Answer<'getLocationOrderCounts'>['counts'] = { total: 0, ...recordOf(ORDER_STATUSES, () => 0) };
