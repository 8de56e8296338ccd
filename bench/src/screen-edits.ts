/** A slip somebody could make, and the fact whose test must notice it. */
export interface ScreenEdit {
  readonly fact: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  readonly test: string;
}

const office = 'apps/web/app/office';
const guest = 'apps/web/app/guest';
const shared = 'apps/web/app/shared';
const domain = 'packages/domain/src';

const TESTS = {
  people: `${office}/people/people.test.tsx`,
  board: `${office}/board/board.test.tsx`,
  sounds: `${office}/devices/sounds/sounds.test.tsx`,
  dashboard: `${office}/dashboard/dashboard.test.tsx`,
  locations: `${office}/locations/locations.test.tsx`,
  till: `${office}/till/till-screen.test.tsx`,
  reservations: `${office}/reservations/reservations-screen.test.tsx`,
  checkout: `${guest}/checkout/checkout.test.tsx`,
  order: `${guest}/order/order-success.test.tsx`,
  signIn: `${guest}/sign-in/sign-in.test.tsx`,
  menu: `${guest}/frame/mobile-menu.test.tsx`,
} as const;

type Line = readonly [fact: string, file: string, find: string, put: string];
const edits = (test: keyof typeof TESTS, lines: readonly Line[]): ScreenEdit[] =>
  lines.map(([fact, file, find, put]) => ({ fact, file, find, put, test: TESTS[test] }));

/** Rows gone, figures made constant, pauses skipped, menus missing, other words: each by itself. */
export const SCREEN_EDITS: readonly ScreenEdit[] = [
  ...edits('people', [
    ['A-ERR-20', `${office}/people/users-list.tsx`, '`${userNotices.loadFailed} ', '`'],
    ['A-ERR-21', `${office}/people/edit-user-dialog.tsx`, '{details.isError && ', '{false && '],
    ['A-ERR-22', `${office}/people/edit-user-dialog.tsx`, 'wordsOrSaid(error, [404])', "'no'"],
    [
      'A-ERR-24',
      `${office}/people/users-section.tsx`,
      'toast.error(userNotices.deactivateFailed',
      'toast.error(userNotices.updateFailed',
    ],
    [
      'A-ERR-25',
      `${office}/people/users-head.tsx`,
      'toast.error(userNotices.updateManyFailed',
      'toast.error(userNotices.updateFailed',
    ],
    ['A-ERR-26', `${office}/people/user-figures.tsx`, 'title={userNotices.analyticsFailed}', 'title=""'],
    [
      'A-ERR-27',
      `${office}/people/users-section.tsx`,
      'beginnings === 0 ? userNotices.liveSetupFailed : userNotices.liveFailed',
      'userNotices.liveSetupFailed',
    ],
    ['A-ERR-28', `${office}/people/users-section.tsx`, '      <LiveTrouble />\n', ''],
    [
      'A-ERR-37',
      `${office}/people/user-menu.tsx`,
      'isActive ? userNotices.activated : userNotices.deactivated',
      'userNotices.activated',
    ],
    ['A-ERR-39', `${office}/people/users-section.tsx`, 'userNotices.loaded(data.total)', 'userNotices.loaded(1)'],
    ['A-ERR-40', `${office}/people/users-head.tsx`, "answer.headers.get('x-row-count')", '1'],
    ['A-ERR-42', `${domain}/errors/notices.ts`, ' emails failed to send', ' mails are lost'],
    [
      'A-USER-21',
      `${office}/people/user-figures.tsx`,
      'formatCount(figures.activeUsers)',
      'formatCount(figures.totalUsers)',
    ],
    ['A-USER-32', `${office}/people/users-head.tsx`, 'disabledReason: tooMany', 'disabledReason: null'],
    ['A-MAIL-07', `${domain}/messages/email.ts`, 'MESSAGE_MAX = 2000', 'MESSAGE_MAX = 3000'],
    ['A-MAIL-11', `${office}/people/compose-dialog.tsx`, '...(more ? [more] : [])', ''],
  ]),
  ...edits('board', [
    ['A-BOARD-03', `${office}/board/columns.tsx`, 'matches(', '!matches('],
    ['A-BOARD-14', `${domain}/order/steps.ts`, "label: 'Mark as Ready'", "label: 'Ready'"],
    [
      'A-BOARD-20',
      `${office}/board/board-orders.ts`,
      "collectsCash({ paymentStatus, paymentMethod, adminCreated }) ? 'unpaid' : paymentStatus",
      'paymentStatus',
    ],
    ['A-BOARD-17', `${office}/board/ticket.tsx`, '<PayButton order={order} isBusy={isBusy} onPay={on.onPay} />', ''],
    [
      'A-BOARD-25',
      `${office}/board/board-orders.ts`,
      'urgencyOf(centsOf(order.pricing.total), order.itemCount)',
      'urgencyOf(centsOf(0), order.itemCount)',
    ],
    ['A-BOARD-26', `${office}/board/ticket.tsx`, '<UrgencyMark urgency={urgency(order)} />', ''],
    ['A-BOARD-34', `${office}/board/use-steps.ts`, '...(locationId !== undefined && { locationId }),', ''],
    [
      'A-BOARD-05',
      `${office}/board/columns.tsx`,
      "count={column === 'completed' ? orders.completedToday : all.length}",
      'count={0}',
    ],
    [
      'A-CANCEL-03',
      `${office}/board/cancel-dialog.tsx`,
      'error={touched && isEmpty ? CANCEL_REASON_REQUIRED : null}',
      'error={null}',
    ],
    [
      'A-CANCEL-04',
      `${office}/board/cancel-dialog.tsx`,
      'disabledReason={isEmpty ? CANCEL_REASON_REQUIRED : null}',
      'disabledReason={null}',
    ],
    ['A-BOARD-07', `${office}/board/live-orders.tsx`, "sortOrder: 'asc'", "sortOrder: 'desc'"],
    [
      'A-BOARD-30',
      `${office}/board/new-order-popup.tsx`,
      'onAccept={() => accept([order])}',
      'onAccept={() => accept([])}',
    ],
    [
      'A-CANCEL-06',
      `${office}/board/cancel-dialog.tsx`,
      "if (kind === 'card-refund') {",
      "if (kind === 'cash-refund') {",
    ],
    [
      'A-CANCEL-07',
      `${office}/board/cancel-dialog.tsx`,
      'isCash ? words.cashText : words.manualText',
      'words.manualText',
    ],
    [
      'A-CANCEL-12',
      `${office}/board/cancel-dialog.tsx`,
      'return { words: words.doneManual(amount',
      'return { words: words.doneCash(amount) + String(amount',
    ],
    [
      'A-ERR-05',
      `${office}/board/use-steps.ts`,
      'failed(error, texts.notices.updatePaymentFailed)',
      'failed(error, texts.notices.cancelFailed)',
    ],
    ['A-ERR-07', `${office}/board/cancel-dialog.tsx`, '|| orderNotices.cancelFailed', "|| 'no'"],
    ['A-ROLE-08', `${office}/board/cancel-dialog.tsx`, '{needsManager && <Banner', '{false && <Banner'],
  ]),
  ...edits('sounds', [
    ['A-SOUND-03', `${office}/devices/sounds/settings.ts`, 'VOLUME_STEP = 0.05', 'VOLUME_STEP = 0.1'],
    ['A-SOUND-08', `${office}/devices/sounds/sound-settings.tsx`, '<p className="soft text-sm">{texts.tip}</p>', ''],
    ['A-SOUND-36', `${office}/devices/sounds/custom-sounds.ts`, 'if (!isAudio(file)) return', 'if (false) return'],
    ['A-SOUND-19', `${office}/devices/sounds/alarm.ts`, 'POPUP_SOUND_MS = 2000', 'POPUP_SOUND_MS = 9000'],
    ['A-SOUND-16', `${office}/devices/sounds/alarm.ts`, 'REMINDER_LOUDER = 0.2', 'REMINDER_LOUDER = 0'],
    ['A-SOUND-42', `${office}/devices/sounds/alarm.ts`, 'SOUND_INTERVAL_MS = 1000', 'SOUND_INTERVAL_MS = 10'],
    [
      'A-SOUND-44',
      `${office}/devices/sounds/settings.ts`,
      'SOUND_LOAD_TIMEOUT_MS = 5000',
      'SOUND_LOAD_TIMEOUT_MS = 50_000',
    ],
    ['A-SOUND-11', `${office}/devices/sounds/settings.ts`, 'reservationVolume: 0.7', 'reservationVolume: 0.8'],
    [
      'A-SOUND-17',
      `${office}/devices/sounds/settings.ts`,
      "isNativeApp || path.startsWith('/admin')",
      'isNativeApp || path.length > 0',
    ],
    ['A-SOUND-24', `${office}/devices/sounds/settings.ts`, "...(sound === 'new-order' && { 'urgent-order': url })", ''],
    [
      'A-SOUND-37',
      `${office}/devices/sounds/custom-sounds.ts`,
      'file.size >= SOUND_BYTES_MAX',
      'file.size > SOUND_BYTES_MAX',
    ],
    [
      'A-SOUND-22',
      `${office}/devices/sounds/setup.ts`,
      "'Custom sound uploaded successfully!', ms: 3000",
      "'Custom sound uploaded successfully!', ms: 500",
    ],
    [
      'A-ERR-97',
      `${office}/devices/sounds/sound-store.ts`,
      'if (!heard) return say(kind, soundMessages.testFailed, true);',
      '',
    ],
    ['A-ERR-107', `${office}/devices/sounds/sound-settings.tsx`, '{whyNotHeard(sounds, kind)}', ''],
  ]),
  ...edits('dashboard', [
    [
      'A-STAT-34',
      `${office}/dashboard/stat-cards.tsx`,
      "moneyText(centsOf(amount), 'revenue')",
      "moneyText(centsOf(amount), 'averageOrderValue')",
    ],
    [
      'A-STAT-26',
      `${domain}/stats/dashboard.ts`,
      'TOP_ITEMS = { computed: 10, shown: 5 }',
      'TOP_ITEMS = { computed: 10, shown: 6 }',
    ],
    [
      'A-STAT-27',
      `${domain}/stats/dashboard.ts`,
      'RECENT_ACTIVITY = { computed: 10, shown: 5 }',
      'RECENT_ACTIVITY = { computed: 10, shown: 4 }',
    ],
    ['A-STAT-36', `${office}/dashboard/lists.tsx`, "'activityTotal'", "'revenue'"],
    ['A-STAT-18', `${domain}/stats/periods.ts`, 'DASHBOARD_REFRESH_MS = 30_000', 'DASHBOARD_REFRESH_MS = 60_000'],
    ['A-STAT-41', `${office}/dashboard/analytics.tsx`, 'value={String(data.repeatCustomers)}', 'value="0"'],
    [
      'A-STAT-01',
      `${office}/dashboard/dashboard.tsx`,
      '{mayAll && <option value={ALL}>{texts.allLocations}</option>}',
      '',
    ],
    ['A-ERR-95', `${office}/dashboard/dashboard.tsx`, '{!stats && error && (', '{false && ('],
  ]),
  ...edits('locations', [
    ['A-LOC-48', `${domain}/locations/form.ts`, "errors.name = 'Location name is required'", "errors.name = 'Name?'"],
    ['A-LOC-53', `${domain}/locations/form.ts`, 'Phone must be in format (902) 555-0123', 'Phone?'],
    ['A-LOC-39', `${domain}/locations/form.ts`, 'id.length < LOCATION_ID_MIN', 'id.length < 1'],
    ['A-LOC-44', `${office}/locations/id-field.tsx`, 'value={id} readOnly', 'value={id}'],
    ['A-LOC-46', `${office}/locations/id-field.tsx`, 'onChange(locationId)', "onChange('')"],
    ['A-ERR-44', `${office}/locations/locations-section.tsx`, 'wordsOrSaid(error, [404])', 'wordsFor(error)'],
  ]),
  ...edits('till', [
    ['A-ENT-14', `${domain}/cart/wire.ts`, '    menuItemId: line.id,\n', ''],
    ['A-ENT-18', `${domain}/order/payload.ts`, '...(userId && { firebaseId: userId })', 'firebaseId: userId'],
    ['A-ENT-19', `${domain}/order/payload.ts`, 'finalTotal: toDollars(finalTotal)', 'finalTotal: 1'],
    [
      'A-ERR-01',
      `${office}/till/use-take-order.ts`,
      'once(orderNotices.createCashFailed',
      'once(orderNotices.createLinkFailed',
    ],
    ['A-ERR-17', `${office}/till/new-order.tsx`, '{places.error && (', '{false && ('],
    [
      'A-NEW-60',
      `${domain}/pricing/tip.ts`,
      'TILL_TIP_PRESETS = [10, 15, 18, 20]',
      'TILL_TIP_PRESETS = [10, 15, 17, 20]',
    ],
  ]),
  ...edits('reservations', [
    ['A-RES-19', `${office}/reservations/texts.ts`, 'loadFailed: reservationNotices.loadFailed', "loadFailed: 'no'"],
    [
      'A-ERR-81',
      `${office}/reservations/texts.ts`,
      'confirmationFailed: emailNotices.reservationFailed',
      "confirmationFailed: 'no'",
    ],
  ]),
  ...edits('checkout', [
    [
      'C-CHK-11',
      `${guest}/checkout/order-summary.tsx`,
      '<Money cents={price.total} />',
      '<Money cents={price.subtotal} />',
    ],
    [
      'C-CHK-06',
      `${guest}/checkout/order-summary.tsx`,
      'lineTotal({ unitPrice: line.price, quantity: line.quantity })',
      'line.price',
    ],
    [
      'C-CHK-07',
      `${guest}/checkout/order-summary.tsx`,
      'line.spice && line.spice.id !== GUEST_SPICE.id && ',
      'line.spice && ',
    ],
    ['C-CHK-09', `${guest}/checkout/order-summary.tsx`, 'texts.tax(tax.label, taxRateText(tax))', 'tax.label'],
    ['C-CHK-10', `${guest}/checkout/order-summary.tsx`, '{price.tip > 0 && <Sum', '{<Sum'],
    ['C-CHK-15', `${domain}/pricing/tip.ts`, 'GUEST_TIP_PRESETS = [5, 10, 15]', 'GUEST_TIP_PRESETS = [5, 10, 20]'],
    [
      'C-CHK-49',
      `${guest}/checkout/checkout-page.tsx`,
      'setFailed({ message: CONTACT_TEXTS.form, because: null });',
      '',
    ],
    ['C-ERR-24', `${guest}/checkout/checkout-page.tsx`, 'failed && (', 'false && ('],
    [
      'C-ERR-25',
      `${domain}/errors/checkout.ts`,
      'if (!message?.trim()) return CHECKOUT_MESSAGES.default;',
      "if (!message?.trim()) return '';",
    ],
    [
      'C-ERR-26',
      `${domain}/errors/checkout.ts`,
      "if (message.includes('Network')) return CHECKOUT_MESSAGES.network;",
      '',
    ],
    [
      'C-ERR-27',
      `${domain}/errors/checkout.ts`,
      "if (message.includes('validation')) return CHECKOUT_MESSAGES.validation;",
      '',
    ],
    ['C-ERR-08', `${domain}/errors/http.ts`, 'return HTTP_MESSAGES.notFound;', 'return said(serverMessage);'],
    ['C-CHK-25', `${guest}/checkout/checkout-page.tsx`, 'notYet={online ? whyNotYet(draft) : null}', 'notYet={null}'],
    ['C-CHK-44', `${domain}/order/contact.ts`, 'normaliseEmail(', '((text: string) => text)('],
  ]),
  ...edits('order', [
    ['C-CONF-10', `${guest}/order/confirmed-view.tsx`, '{item.spiceLevelName && ', '{item.selectedSpiceLevel > 1 && '],
    ['C-CONF-08', `${guest}/order/confirmed-view.tsx`, '[texts.email, customerInfo.email],', ''],
    [
      'C-CONF-15',
      `${guest}/order/confirmed-view.tsx`,
      '<TextLink href={paths.dashboard()}>{texts.myOrders}</TextLink>',
      '',
    ],
    ['C-CONF-13', `${guest}/order/whats-next.tsx`, 'isPaid(order) ? texts.paid : ', 'true ? texts.paid : '],
    ['C-CONF-22', `${guest}/order/use-order.ts`, "plan.do === 'show' && given", 'false'],
    [
      'C-ERR-30',
      `${guest}/order/use-order.ts`,
      'texts.loadError : texts.fetchFailed',
      'texts.loadError : texts.loadError',
    ],
    ['C-ERR-31', `${guest}/order/use-order.ts`, 'note: texts.fallback', 'note: null'],
  ]),
  ...edits('signIn', [
    ['C-ERR-11', `${shared}/errors/words.ts`, "  'wrong-password',\n", ''],
    ['C-ERR-10', `${shared}/errors/words.ts`, "  'user-not-found',\n", ''],
    ['C-ERR-15', `${shared}/errors/words.ts`, "  'too-many-requests',\n", ''],
  ]),
  ...edits('menu', [
    ['C-NAV-12', `${guest}/frame/mobile-menu.tsx`, '{me && !me.isAdmin && me.tablet', '{me && false && me.tablet'],
  ]),
];
