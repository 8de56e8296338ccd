import { calls, type Call, type CallName, type AccessLevel } from '@tiffin/contract';
import { isPostCall } from '@tiffin/contract/methods';
import { expect, test } from 'vitest';
import { hashKey, newAdminKey } from '../auth/secrets.ts';
import { testServer, type Caller } from '../../testing/server.ts';

/** The access of each call. A new call without an entry does not compile, and a changed right fails below. */
const TABLE: Record<CallName, AccessLevel> = {
  acceptInvitation: 'anyone',
  addCategory: 'manager',
  addImagePart: 'manager',
  addLocation: 'admin',
  addMenuItem: 'manager',
  addPasskey: 'customer',
  addReservationByPhone: 'staff',
  addWalkIn: 'staff',
  joinWaitlist: 'anyone',
  getWait: 'anyone',
  getWaitlist: 'staff',
  callWaiting: 'staff',
  answerCall: 'anyone',
  createPasskeyChallenge: 'anyone',
  startPasskeyRegistration: 'customer',
  cancelCustomerOrder: 'guest',
  claimOrder: 'customer',
  undoClaim: 'customer',
  cancelOrder: 'staff',
  cancelPaymentLink: 'staff',
  cancelReservation: 'anyone',
  confirmReservation: 'anyone',
  chargeNoShow: 'staff',
  waiveNoShow: 'staff',
  changeOrder: 'guest',
  payRestOnline: 'guest',
  changeReservation: 'anyone',
  changePassword: 'customer',
  confirmIdentity: 'customer',
  correctOrderStatus: 'staff',
  createAdminOrderCash: 'staff',
  createAdminOrderOnline: 'staff',
  createAdminPaymentLink: 'staff',
  confirmEmail: 'customer',
  createApiKey: 'admin',
  createCustomerOrderCash: 'guest',
  createCustomerPayment: 'guest',
  createReservation: 'anyone',
  deactivateUser: 'admin',
  deleteCategory: 'manager',
  deleteOptionGroup: 'manager',
  deleteLocation: 'admin',
  deleteMe: 'customer',
  deleteMenuImage: 'manager',
  deleteMenuItem: 'manager',
  copyMenu: 'manager',
  duplicateMenuItem: 'manager',
  editMenuItems: 'manager',
  removeTablet: 'manager',
  exportMyData: 'customer',
  forgetPerson: 'admin',
  generateLocationId: 'admin',
  getAllLocations: 'admin',
  getAllReservations: 'staff',
  getApiKeys: 'admin',
  getAuditLog: 'admin',
  getAuditLogCsv: 'admin',
  endUserSessions: 'admin',
  getAvailableLocations: 'manager',
  getCategories: 'manager',
  getCustomerAnalytics: 'manager',
  getPromisedTimeAccuracy: 'manager',
  getCustomerOrderDetails: 'guest',
  getCustomerOrders: 'customer',
  getDashboardStats: 'manager',
  getDishStock: 'staff',
  getOrderPacing: 'staff',
  getReadyTimes: 'anyone',
  getEmailStats: 'admin',
  getEmailTemplates: 'admin',
  getFailedWebhooks: 'admin',
  getEarlierOrders: 'customer',
  getFavorites: 'customer',
  getFiscalStates: 'staff',
  getImageUpload: 'manager',
  getInvitation: 'anyone',
  getInvitations: 'admin',
  inviteStaff: 'admin',
  resendInvitation: 'admin',
  withdrawInvitation: 'admin',
  getLocation: 'anyone',
  getLocationMenu: 'anyone',
  getLocationMenuAdmin: 'manager',
  getLocationOrderCounts: 'staff',
  getLocationOrders: 'staff',
  getLocations: 'anyone',
  getMailing: 'admin',
  getMailings: 'admin',
  getMe: 'anyone',
  getMenuAnalytics: 'manager',
  followLocation: 'staff',
  followOrder: 'guest',
  getMenuCsv: 'manager',
  getFileImports: 'admin',
  getMenuImports: 'manager',
  getMessage: 'admin',
  getMessages: 'admin',
  getMetrics: 'admin',
  getMyDevices: 'customer',
  getMyReservations: 'customer',
  getOptionGroups: 'manager',
  getOrderBySessionId: 'guest',
  getOrderDetails: 'staff',
  getOrderPayments: 'staff',
  getOrderReceipt: 'anyone',
  getOrderReceiptPdf: 'anyone',
  getManualRefunds: 'staff',
  getPaymentIssues: 'manager',
  getPaymentOptions: 'anyone',
  getPayments: 'admin',
  getPushKey: 'anyone',
  getReconciliations: 'admin',
  getReservation: 'anyone',
  getReservationCalendar: 'anyone',
  getReservationDay: 'staff',
  getReservationDays: 'anyone',
  getReservationStats: 'staff',
  getReservationSlots: 'anyone',
  getJournal: 'manager',
  getJournalCsv: 'manager',
  closeJournalDays: 'manager',
  saveJournalAccounts: 'admin',
  getListCsv: 'manager',
  getReport: 'manager',
  getReportCsv: 'manager',
  getMargins: 'manager',
  getMarginsCsv: 'manager',
  getCosts: 'manager',
  getReportPdf: 'manager',
  getReportRows: 'manager',
  getReportRowsCsv: 'manager',
  getScheduledReports: 'manager',
  addScheduledReport: 'manager',
  removeScheduledReport: 'manager',
  getRevenueAnalytics: 'manager',
  getSMSTemplates: 'staff',
  getTicketLimits: 'staff',
  getSettings: 'admin',
  getStockMovements: 'manager',
  getSite: 'anyone',
  getMailSubscription: 'anyone',
  getUser: 'admin',
  getUserAnalytics: 'admin',
  getUsers: 'admin',
  getUsersCsv: 'admin',
  getWelcomeOffer: 'guest',
  buyGiftCard: 'anyone',
  getGiftCards: 'manager',
  undoGiftCardSale: 'staff',
  payOutGiftCard: 'manager',
  withdrawGiftCard: 'anyone',
  blockGiftCard: 'manager',
  mailGiftCard: 'manager',
  showGiftCardCode: 'manager',
  getGiftCardBalance: 'anyone',
  getGiftCardPurchase: 'anyone',
  deletePromotion: 'admin',
  getOffers: 'anyone',
  getPromotions: 'admin',
  getPromotionOrders: 'admin',
  previewPromotion: 'admin',
  savePromotion: 'admin',
  createPin: 'manager',
  getTablet: 'anyone',
  getTablets: 'manager',
  importMenu: 'manager',
  lockTablet: 'anyone',
  previewFileImport: 'admin',
  importFile: 'admin',
  undoFileImport: 'admin',
  previewMenuImport: 'manager',
  saveOptionGroup: 'manager',
  setUpTablet: 'manager',
  resetSecondStep: 'admin',
  undoMenuImport: 'manager',
  unlockTablet: 'anyone',
  healthCheck: 'anyone',
  healthCheckAdvanced: 'anyone',
  locationIdExists: 'admin',
  lookupGuestByPhone: 'staff',
  lookupUserByPhone: 'staff',
  ping: 'anyone',
  previewEmail: 'admin',
  createAdminOrderUnpaid: 'staff',
  getBill: 'staff',
  addPayment: 'staff',
  payWithDeposit: 'staff',
  payOnTerminal: 'staff',
  retryTerminalPayment: 'staff',
  getReaders: 'staff',
  registerReader: 'admin',
  removeReader: 'admin',
  undoPayment: 'staff',
  addDiscount: 'staff',
  approveDiscount: 'staff',
  removeCharge: 'staff',
  removeDiscount: 'staff',
  previewRefund: 'staff',
  processOrderPayment: 'staff',
  reconcilePayments: 'admin',
  refundOrderItems: 'staff',
  refundAmount: 'staff',
  renewPaymentLink: 'staff',
  removePasskey: 'customer',
  renamePasskey: 'customer',
  getMenuTranslations: 'manager',
  saveMenuTranslations: 'manager',
  getDayparts: 'manager',
  saveDaypart: 'manager',
  deleteDaypart: 'manager',
  setDishHours: 'manager',
  getSharedMenu: 'manager',
  updateSharedDish: 'admin',
  resetSharedDishFields: 'manager',
  shareDish: 'admin',
  addSharedDishToMenu: 'manager',
  stopSharingDish: 'admin',
  renameCategory: 'admin',
  reorderCategories: 'admin',
  reorderMenuItems: 'manager',
  reportBounce: 'admin',
  resetMetrics: 'admin',
  refundLostPayment: 'manager',
  resolvePaymentIssue: 'manager',
  retryFailedWebhook: 'admin',
  retryMailing: 'admin',
  retryMessage: 'admin',
  retryRefund: 'manager',
  settleManualRefund: 'staff',
  revokeApiKey: 'admin',
  sendEmailConfirmation: 'customer',
  sendBulkEmail: 'admin',
  sendCustomEmail: 'staff',
  sendCustomSMS: 'staff',
  sendEmail: 'admin',
  sendClaimCode: 'customer',
  previewClaim: 'customer',
  sendOrderCode: 'guest',
  sendReservationConfirmation: 'guest',
  sendReservationLinks: 'anyone',
  setFavorite: 'customer',
  signInWithPasskey: 'anyone',
  signOutDevice: 'customer',
  signOutEverywhere: 'customer',
  setMenuAvailability: 'manager',
  setStock: 'manager',
  setCosts: 'manager',
  markOptionSoldOut: 'staff',
  markSoldOut: 'staff',
  setOrderPacing: 'staff',
  startImageUpload: 'manager',
  startMailing: 'admin',
  stopMailing: 'admin',
  strikeOrderItem: 'staff',
  createCalendarFeed: 'staff',
  getPrinters: 'manager',
  addPrinter: 'manager',
  removePrinter: 'manager',
  testPrinter: 'manager',
  printOrder: 'staff',
  getUnconfirmedTickets: 'staff',
  getWebhooks: 'admin',
  saveWebhook: 'admin',
  rotateWebhookSecret: 'admin',
  removeWebhook: 'admin',
  getWebhookDeliveries: 'admin',
  resendWebhook: 'admin',
  getPickupScreens: 'manager',
  addPickupScreen: 'manager',
  removePickupScreen: 'manager',
  getPickupOrders: 'anyone',
  getTable: 'anyone',
  joinTable: 'anyone',
  getTableTab: 'anyone',
  addTableRound: 'anyone',
  payAtTable: 'anyone',
  callWaiter: 'anyone',
  takeBackCall: 'anyone',
  answerTableCall: 'staff',
  answerTableRound: 'staff',
  getTableCodes: 'staff',
  getTabs: 'staff',
  getTab: 'staff',
  openTab: 'staff',
  addRound: 'staff',
  stateAllergies: 'staff',
  fireCourse: 'staff',
  mergeTabs: 'staff',
  moveTab: 'staff',
  nameDevice: 'staff',
  moveLines: 'staff',
  splitBill: 'staff',
  printBill: 'staff',
  closeTab: 'staff',
  recordWalkOut: 'staff',
  getDrawers: 'staff',
  saveDrawers: 'manager',
  openDrawer: 'staff',
  addDrawerEntry: 'staff',
  closeDrawer: 'staff',
  getClosing: 'manager',
  getClosingPdf: 'manager',
  closeDay: 'manager',
  clockIn: 'staff',
  clockOut: 'staff',
  getHours: 'staff',
  correctHours: 'manager',
  savePayTerms: 'manager',
  saveTipRule: 'manager',
  getTipShares: 'staff',
  giveUndividedTips: 'manager',
  getPay: 'staff',
  getPayCsv: 'manager',
  getFloor: 'staff',
  saveFloor: 'manager',
  seatParty: 'staff',
  moveSitting: 'staff',
  endSitting: 'staff',
  resumeSitting: 'staff',
  getStations: 'staff',
  saveStation: 'manager',
  deleteStation: 'manager',
  getStationTickets: 'staff',
  bumpLines: 'staff',
  recallTicket: 'staff',
  confirmAllergies: 'staff',
  textPaymentLink: 'staff',
  toggleLocationStatus: 'admin',
  unfollow: 'guest',
  unsubscribe: 'anyone',
  updateLocation: 'admin',
  updateMe: 'customer',
  updateMenuItem: 'manager',
  updateMultipleOrderStatuses: 'staff',
  updateOrderPaymentStatus: 'staff',
  updateOrderStatus: 'staff',
  updateReservationStatus: 'staff',
  updateSettings: 'admin',
  updateUser: 'admin',
  updateUsers: 'admin',
  uploadBrandImage: 'admin',
  uploadMenuImage: 'manager',
  getDeliveries: 'staff',
  stepDelivery: 'staff',
  handInCash: 'staff',
  handOverDelivery: 'staff',
  reportArrival: 'guest',
  getMyAddresses: 'customer',
  quoteDelivery: 'anyone',
  validatePricing: 'guest',
  quoteOrder: 'guest',
};

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;

async function keyOf(name: string, revoked: boolean): Promise<Caller> {
  const key = newAdminKey();
  const now = context.clock.now();
  await context.db
    .insertInto('api_keys')
    .values({
      id: name,
      kind: 'admin',
      name,
      shown: key.slice(0, 6),
      hash: hashKey(key),
      created_at: now,
      revoked_at: revoked ? now : null,
    })
    .execute();
  return { 'x-api-key': key };
}

async function accountantAt(locationId: string): Promise<Caller> {
  const { db } = context;
  const email = 'customer2@demo.test';
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  await db.updateTable('users').set({ role: 'accountant' }).where('id', '=', id).execute();
  await db.insertInto('user_locations').values({ user_id: id, location_id: locationId }).execute();
  return server.signIn(email);
}

/** What an accountant may do beyond the rights of a customer: read and export the money. */
const FOR_ACCOUNTANTS: ReadonlySet<string> = new Set([
  'getClosing',
  'getClosingPdf',
  'getGiftCards',
  'getHours',
  'getTipShares',
  'getPay',
  'getPayCsv',
  'getJournal',
  'getJournalCsv',
  'getListCsv',
  'getMargins',
  'getMarginsCsv',
  'getPayments',
  'getReport',
  'getReportCsv',
  'getReportPdf',
  'getReportRows',
  'getReportRowsCsv',
]);

const ACTORS: Record<string, Caller> = {
  nobody: {},
  'customer key': { 'x-api-key': 'pk_demo' },
  'unknown key': { 'x-api-key': 'sk_no-such-key' },
  'revoked key': await keyOf('revoked', true),
  'admin key': await keyOf('good', false),
  customer: await server.signIn('customer@demo.test'),
  staff: await server.signIn('staff.truro@demo.test'),
  'staff elsewhere': await server.signIn('staff.glasgow@demo.test'),
  manager: await server.signIn('manager.truro@demo.test'),
  accountant: await accountantAt('truro'),
  admin: await server.signIn('admin@demo.test'),
};

const RANK: Record<string, number> = {
  customer: 1,
  accountant: 1,
  staff: 2,
  'staff elsewhere': 2,
  manager: 3,
  admin: 4,
  'admin key': 4,
};
const NEEDS: Record<AccessLevel, number> = { anyone: -1, guest: 0, customer: 1, staff: 2, manager: 3, admin: 4 };

/** 'in', or the status of the refusal. */
function verdict(who: AccessLevel, actor: string): 'in' | 401 | 403 {
  if (actor.endsWith('known key') || actor === 'revoked key') return 401;
  if (who === 'anyone') return 'in';
  if (actor === 'nobody') return 401;
  if (actor === 'customer key') return who === 'guest' ? 'in' : 401;
  return (RANK[actor] ?? 0) >= NEEDS[who] ? 'in' : 403;
}

test('accountants read the money, and no call of theirs changes anything', () => {
  const all = Object.entries<Call>(calls).filter(([, { forAccountants }]) => forAccountants);
  expect(new Set(all.map(([name]) => name))).toEqual(FOR_ACCOUNTANTS);
  expect(all.map(([, { method }]) => method)).toEqual(all.map(() => 'get'));
});

test('the table of rights matches the contract', () => {
  expect(Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, call.access]))).toEqual(TABLE);
});

// Calls without input: allowed callers get a validation error, others are refused before it.
/** Figures of all locations are for admins; a manager must name a location. */
const QUERY_BY_CALL: Record<string, string> = {
  getCustomerAnalytics: '?locationId=truro',
  getPromisedTimeAccuracy: '?locationId=truro',
  getDashboardStats: '?locationId=truro',
  getRevenueAnalytics: '?locationId=truro',
};
const GOES_THROUGH_EMPTY = new Set(['deleteMe', 'resetMetrics', 'signOutEverywhere']);

test.each(Object.entries(TABLE))('%s allows %s and above, and nobody else', async (name, who) => {
  for (const [actor, caller] of Object.entries(ACTORS)) {
    const isForAccountant = actor === 'accountant' && FOR_ACCOUNTANTS.has(name);
    const expected = isForAccountant ? 'in' : verdict(who, actor);
    if (expected === 'in' && GOES_THROUGH_EMPTY.has(name)) continue;
    const init = isPostCall(name)
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      : {};
    const { status } = await server.fetch(`/api/${name}${QUERY_BY_CALL[name] ?? ''}`, init, caller);
    const observed = status === 401 || status === 403 ? status : 'in';
    expect(`${actor}: ${observed}`).toBe(`${actor}: ${expected}`);
    expect(status).toBeLessThan(500);
  }
});

// Editing an option group needs the right to edit every menu that has a dish with it.
const admin = ACTORS['admin'] ?? {};
const option = { name: 'Salted', price: 0 };
const opened = await server.call(
  'saveOptionGroup',
  { body: { name: 'Butter', kind: 'some', options: [option] } },
  admin,
);
const unused = await server.call(
  'saveOptionGroup',
  { body: { name: 'Raita', kind: 'some', options: [option] } },
  admin,
);
const groupsOf = async (as: Caller) => (await server.call('getOptionGroups', {}, as)).body.groups;
const readGroup = async (id: string, as: Caller) => (await groupsOf(as)).find((group) => group.id === id);
const bread = await readGroup('bread', admin);
if (!bread) throw new Error('no group of breads');
const opening = bread.options.map((each) => ({ ...each, opensGroupId: opened.body.group.id }));
await server.call('saveOptionGroup', { body: { ...bread, options: opening } }, admin);

const EVERYBODY = { staff: 403, 'staff elsewhere': 403, admin: 200, 'admin key': 200 } as const;
test.each<[string, string, string[], Record<string, number>]>([
  ['on the menu of their place alone', 'size', [], { ...EVERYBODY, manager: 200 }],
  ['on the menu of another place, too', 'bread', ['New Glasgow'], { ...EVERYBODY, manager: 403 }],
  ['opened by one of another place', opened.body.group.id, ['New Glasgow'], { ...EVERYBODY, manager: 403 }],
  ['on no menu', unused.body.group.id, [], { ...EVERYBODY, manager: 200 }],
])('the rights to edit an option group that is %s', async (_case, id, blockers, verdicts) => {
  const group = await readGroup(id, admin);
  if (!group) throw new Error(`no group ${id}`);
  expect(group.heldBy).toBeUndefined();
  expect((await readGroup(id, ACTORS['manager'] ?? {}))?.heldBy ?? []).toEqual(blockers);
  for (const [actor, expected] of Object.entries(verdicts)) {
    const as = ACTORS[actor] ?? {};
    const saved = await server.call('saveOptionGroup', { body: group }, as);
    expect(`${actor}: ${saved.status}`).toBe(`${actor}: ${expected}`);
    if (expected === 200) continue;
    const deleted = await server.call('deleteOptionGroup', { body: { groupId: id, force: true } }, as);
    expect(`${actor}: ${deleted.status}`).toBe(`${actor}: ${expected}`);
    if (actor !== 'manager') continue;
    for (const { body } of [saved, deleted]) {
      expect(body.error).toBe(
        `"${group.name}" is also used at ${blockers.join(', ')}, where you cannot edit the menu. Someone who edits all of these menus can change it.`,
      );
    }
  }
});
