import { deleteMe as deleteMeCall, exportMyData as exportMyDataCall } from '@tiffin/contract/account';
import {
  getMe,
  getMailSubscription,
  getWelcomeOffer,
  sendEmailConfirmation,
  unsubscribe as unsubscribeCall,
  updateMe as updateMeCall,
} from '@tiffin/contract/people';
import { refuse, say } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { readMe, requireUserId, type MeAnswer } from '../modules/people/queries.ts';
import { resendConfirmationLink } from '../modules/people/email-proof.ts';
import { deleteAccount } from '../modules/privacy/delete-account.ts';
import { exportMyData } from '../modules/privacy/export-my-data.ts';
import { readSubscription, unsubscribe } from '../modules/people/consents.ts';
import { updateMe } from '../modules/people/update-me.ts';
import { readWelcomeOffer } from '../modules/pricing/welcome-offer.ts';

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
  implement(getMe, async ({ context, actor, from }) => {
    const userId = userIdOf(actor);
    const me = userId ? await readMe(context.db, userId) : null;
    const { needsSecondStep, tablet } = from.signedIn ?? {};
    if (me && tablet && actor.kind === 'person') {
      const { role, locationIds } = actor;
      return { me: { ...me, ...HIDDEN_PROFILE, role, locationIds: [...locationIds], tablet: tablet.name } };
    }
    return { me: me && { ...me, ...(needsSecondStep && { needsSecondStep: true as const }) } };
  }),

  implement(updateMeCall, async ({ context, actor, body }) => {
    return { me: await updateMe(context, requireUserId(actor), body) };
  }),

  implement(sendEmailConfirmation, async ({ context, actor }) => ({
    isSent: await resendConfirmationLink(context, actor, '/dashboard'),
  })),

  implement(getWelcomeOffer, async ({ context, actor }) => {
    const userId = userIdOf(actor);
    return { offer: userId ? await readWelcomeOffer(context.db, userId) : null };
  }),

  implement(getMailSubscription, ({ context, query }) => readSubscription(context.db, query.token)),

  implement(unsubscribeCall, ({ context, body }) => unsubscribe(context, body.token)),

  implement(exportMyDataCall, async ({ context, actor, c }) => {
    const data = await exportMyData(context, requireUserId(actor));
    return c.body(JSON.stringify(data, null, 2), 200, {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'private, no-store',
    });
  }),

  implement(deleteMeCall, async ({ context, actor, body, from }) => {
    if (actor.kind !== 'person') throw refuse('profile-not-found');
    await deleteAccount(context, actor, body.password ?? null, from);
    return { message: say`Your account has been deleted.` };
  }),
];
