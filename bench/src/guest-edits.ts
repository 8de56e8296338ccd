import { domain, edits, guest, shared, type ScreenEdit } from './screen-edit.ts';

/** Slips of the screens of guests. */
export const GUEST_EDITS: readonly ScreenEdit[] = [
  ...edits(`${guest}/checkout/checkout.test.tsx`, [
    [
      'C-CHK-11',
      `${guest}/checkout/order-summary.tsx`,
      '<dd className="weight-500">\n            <Money cents={price.total} />',
      '<dd className="weight-500">\n            <Money cents={price.subtotal} />',
    ],
    [
      'C-CHK-06',
      `${guest}/checkout/order-summary.tsx`,
      'lineTotal({ unitPrice: line.price, quantity: line.quantity })',
      'line.price',
    ],
    ['C-CHK-07', `${shared}/order/line-words.tsx`, 'spice && spice.id !== GUEST_SPICE.id ? ', 'spice ? '],
    ['C-CHK-09', `${guest}/checkout/order-summary.tsx`, 'label={taxLineText(tax)}', 'label={tax.label}'],
    ['C-CHK-10', `${guest}/checkout/order-summary.tsx`, '{price.tip > 0 && <Sum', '{<Sum'],
    ['C-CHK-15', `${domain}/pricing/tip.ts`, 'GUEST_TIP_PRESETS = [5, 10, 15]', 'GUEST_TIP_PRESETS = [5, 10, 20]'],
    [
      'C-CHK-49',
      `${guest}/checkout/checkout-page.tsx`,
      'setFailed({ message: CONTACT_TEXTS.form, because: null, nearest: [] });',
      '',
    ],
    [
      'C-ERR-24',
      `${guest}/checkout/checkout-page.tsx`,
      'failed && !codeAsked && <FailedNotice',
      'failed && false && <FailedNotice',
    ],
    [
      'C-ERR-25',
      `${domain}/errors/messages.ts`,
      'if (!message?.trim()) return CHECKOUT_MESSAGES.default;',
      "if (!message?.trim()) return '';",
    ],
    [
      'C-ERR-26',
      `${domain}/errors/messages.ts`,
      "if (message.includes('Network')) return CHECKOUT_MESSAGES.network;",
      '',
    ],
    [
      'C-ERR-27',
      `${domain}/errors/messages.ts`,
      "if (message.includes('validation')) return CHECKOUT_MESSAGES.validation;",
      '',
    ],
    ['C-ERR-28', `${domain}/errors/messages.ts`, '  return message;', '  return CHECKOUT_MESSAGES.default;'],
    ['C-ERR-08', `${domain}/errors/messages.ts`, 'return HTTP_MESSAGES.notFound;', 'return said(serverMessage);'],
    [
      'C-CHK-25',
      `${guest}/checkout/checkout-page.tsx`,
      '(notBrought ?? whyNotYet(draft, details.asked))',
      'notBrought',
    ],
    ['C-CHK-44', `${domain}/order/contact.ts`, 'normaliseEmail(', '((text: string) => text)('],
  ]),
  ...edits(`${guest}/order/order-success.test.tsx`, [
    [
      'C-CONF-10',
      `${guest}/order/confirmed-view.tsx`,
      '<LineWords heat={item.spiceLevelName}',
      '<LineWords heat={null}',
    ],
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
    [
      'C-ERR-33',
      'apps/web/app/routes/guest/order-success.tsx',
      '{ description: orderNotices.notFoundAfterPayment }',
      '{}',
    ],
  ]),
  ...edits(`${guest}/sign-in/sign-in.test.tsx`, [
    ['C-ERR-11', `${shared}/errors/words.ts`, "  'wrong-password',\n", ''],
    ['C-ERR-10', `${shared}/errors/words.ts`, "  'user-not-found',\n", ''],
    ['C-ERR-15', `${shared}/errors/words.ts`, "  'too-many-requests',\n", ''],
  ]),
  ...edits(`${guest}/frame/mobile-menu.test.tsx`, [
    ['C-NAV-12', `${guest}/frame/mobile-menu.tsx`, '{me && !me.isAdmin && me.tablet', '{me && false && me.tablet'],
  ]),
  ...edits(`${guest}/receipt/receipt-page.test.tsx`, [
    [
      'C-ROUTE-06',
      'apps/web/app/routes/guest/receipt.tsx',
      'query: { orderId: params.orderId, token }',
      "query: { orderId: params.orderId, token: '' }",
    ],
    ['C-ROUTE-06', 'apps/web/app/routes/guest/receipt.tsx', 'error.status === 404 || error.status === 400', 'false'],
  ]),
  ...edits(`${guest}/checkout/delivery.test.tsx`, [
    [
      'the sum has the fee with its tax',
      `${guest}/checkout/order-summary.tsx`,
      '{price.charges > 0 && <Sum label={CHARGE_LABELS.delivery} cents={price.charges} />}',
      '',
    ],
    ['pickup is one press away', `${guest}/checkout/delivery-part.tsx`, "chooseOrderType('pickup')", 'undefined'],
    [
      'below the minimum it is said',
      `${guest}/checkout/delivery-part.tsx`,
      'missing > 0 ? deliveryTexts.missing(formatMoney(missing)) : whyNotBrought(delivery)',
      'whyNotBrought(delivery)',
    ],
    [
      'from its sum on it is free',
      `${domain}/delivery/zones.ts`,
      'if (freeOver !== null && sum >= freeOver) return ZERO;',
      '',
    ],
    [
      'an address without a number is no mistake',
      `${guest}/checkout/delivery-part.tsx`,
      'hasHouseNumber(address) ? undefined',
      'address ? undefined',
    ],
    [
      'zones that are drawn ask where one is',
      `${guest}/checkout/delivery-part.tsx`,
      '{ lat: coords.latitude, lng: coords.longitude }',
      '{ lat: coords.longitude, lng: coords.latitude }',
    ],
  ]),
  ...edits(`${guest}/menu/dish-sheet.test.tsx`, [
    [
      'the button names what is missing, leads there',
      `${shared}/dish/option-groups.tsx`,
      'first?.focus({ preventScroll: true });',
      '',
    ],
    [
      'what is full rests',
      `${shared}/dish/option-groups.tsx`,
      '(!option.isAvailable || (!isOne && isFull))',
      '!option.isAvailable',
    ],
    ['what is left out costs the same', `${shared}/dish/option-groups.tsx`, '{left.length > 0 && texts.samePrice}', ''],
    [
      'an extra brings its allergens',
      `${guest}/menu/dish-sums.tsx`,
      'allergens.length > 0 && unitsOf(chosen, group.id, id) > 0',
      'allergens.length > 0',
    ],
    ['choices that do not load say so', `${shared}/dish/choices-coming.tsx`, 'onClick={choices.retry}', ''],
    ['a note is cut at 140 characters', `${shared}/dish/line-note.tsx`, 'maxLength={LINE_NOTE_MOST}', ''],
  ]),
];
