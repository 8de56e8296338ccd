import { refuse, say } from '@tiffin/domain/core';
import { promoCodeOf } from '@tiffin/domain/order';
import { userIdOf } from '@tiffin/domain/people';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { readMe, requireUserId, type MeAnswer } from '../modules/people/queries.ts';
import { changePassword } from '../modules/people/change-password.ts';
import { requireSignedIn } from '../modules/people/devices.ts';
import { confirmEmail, resendEmailConfirmation } from '../modules/people/confirm-email.ts';
import { deleteAccount } from '../modules/privacy/delete-account.ts';
import { exportMyData } from '../modules/privacy/export-my-data.ts';
import { readSubscription, unsubscribe } from '../modules/people/consents.ts';
import { updateMe } from '../modules/people/update-me.ts';
import { sendWelcomeOffer } from '../modules/orders/pricing/issue-offer.ts';
import { findOfferCode } from '../modules/orders/promotions/offer-terms.ts';
import { findWelcomeOffer, readWelcomeOffer } from '../modules/orders/pricing/welcome-offer.ts';

/** Personal fields are hidden on a shared tablet, which other people use too. */
const HIDDEN_PROFILE = {
  email: '',
  emailVerified: false,
  photoURL: null,
  isAdmin: false,
  loyaltyPoints: 0,
  totalOrders: 0,
  totalSpent: 0,
  lastLoginAt: null,
  phoneNumber: null,
  preferences: { notifications: false, marketing: false },
} satisfies Partial<MeAnswer>;

export const peopleRoutes: readonly ImplementedCall[] = [
  implement('getMe', async ({ context, actor, from }) => {
    const userId = userIdOf(actor);
    const me = userId ? await readMe(context.db, userId) : null;
    const { needsSecondStep, needsNewPassword, tablet } = from.signedIn ?? {};
    if (me && tablet && actor.kind === 'person') {
      const { role, locationIds } = actor;
      const { hasWeakPassword: _, ...shown } = me;
      return { me: { ...shown, ...HIDDEN_PROFILE, role, locationIds: [...locationIds], tablet: tablet.name } };
    }
    const needs = { needsSecondStep: needsSecondStep || undefined, needsNewPassword: needsNewPassword || undefined };
    return { me: me && { ...me, ...needs } };
  }),

  implement('updateMe', async ({ context, actor, body }) => {
    const userId = requireUserId(actor);
    const me = await updateMe(context, userId, body);
    if (body.preferences?.marketing) await sendWelcomeOffer(context, userId);
    return { me };
  }),

  implement('sendEmailConfirmation', async ({ context, actor }) => ({
    isSent: await resendEmailConfirmation(context, actor, '/dashboard'),
  })),

  implement('confirmEmail', async ({ context, actor, body }) => {
    if (actor.kind !== 'person' || actor.atTablet) throw refuse('profile-not-found');
    await confirmEmail(context, actor, body.code);
    await sendWelcomeOffer(context, actor.userId);
    return { email: actor.email };
  }),

  implement('getWelcomeOffer', async ({ context, actor, from, query }) => {
    const userId = userIdOf(actor);
    if (query.code) {
      const code = promoCodeOf(query.code);
      await findOfferCode(context, { actor, from }, code);
      return { offer: await findWelcomeOffer(context.db, userId, code) };
    }
    return userId ? readWelcomeOffer(context.db, userId, context.clock.now()) : { offer: null };
  }),

  implement('getMailSubscription', ({ context, query }) => readSubscription(context.db, query.token)),

  implement('unsubscribe', ({ context, body }) => unsubscribe(context, body.token)),

  implement('changePassword', async ({ context, actor, body, from }) => {
    await changePassword(context, requireSignedIn(actor, from), from, body);
    return { message: say`Your new password is saved. Other devices were signed out.` };
  }),

  implement('exportMyData', async ({ context, actor, c }) => {
    const data = await exportMyData(context, requireUserId(actor));
    return c.body(JSON.stringify(data, null, 2), 200, {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'private, no-store',
    });
  }),

  implement('deleteMe', async ({ context, actor, body, from }) => {
    if (actor.kind !== 'person') throw refuse('profile-not-found');
    await deleteAccount(context, actor, { password: body.password ?? null, code: body.code ?? null }, from);
    return { message: say`Your account has been deleted.` };
  }),
];
