import { refuse, sayNow, toDollars, say } from '@tiffin/domain/core';
import { userNotices } from '@tiffin/domain/errors';
import { checkBulkUpdate } from '@tiffin/domain/people';
import { transaction } from '../platform/db/transaction.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { changeUsers } from '../modules/people/change-users.ts';
import { countAllUsers, countUsers, listUsers, userAnswer } from '../modules/people/read-users.ts';
import { signOutPerson } from '../modules/people/sign-in-sessions.ts';
import { exportUsers } from '../modules/people/export-users.ts';
import { lookUpByPhone, readUser, recordLookup, requireMayLookUp } from '../modules/people/read-user.ts';
import { forgetPerson } from '../modules/privacy/forget-person.ts';
import { resetSecondStep } from '../modules/people/reset-second-step.ts';

export const userRoutes: readonly ImplementedCall[] = [
  implement('getUsers', async ({ context, query }) => {
    const { limit, cursor, ...filter } = query;
    const { page, nextCursor } = await listUsers(context.db, filter, limit, cursor);
    return { users: page.map(userAnswer), total: await countUsers(context.db, filter), nextCursor };
  }),

  implement('getUser', ({ context, query }) => readUser(context.db, query.userId)),

  implement('updateUser', async ({ context, actor, from, body }) => {
    const { userId, updates, note, version } = body;
    const [user] = await transaction(context.db, (tx) =>
      changeUsers(context, tx, { actor, from, note, version }, [userId], updates),
    );
    if (!user) throw refuse('not-found', userNotices.notFound);
    return { user, message: sayNow(userNotices.updated) };
  }),

  implement('updateUsers', async ({ context, actor, from, body }) => {
    const checked = checkBulkUpdate(body.userIds);
    if (!checked.ok) throw refuse(checked.error.code, checked.error.message, { field: 'userIds' });
    const users = await transaction(context.db, (tx) =>
      changeUsers(context, tx, { actor, from }, body.userIds, body.updates),
    );
    return { users, updated: users.length };
  }),

  implement('deactivateUser', async ({ context, actor, from, body }) => {
    const [user] = await transaction(context.db, (tx) =>
      changeUsers(context, tx, { actor, from, isDeletion: true }, [body.userId], {}),
    );
    if (!user) throw refuse('not-found', userNotices.notFound);
    return { user, message: sayNow(userNotices.deactivatedForGood) };
  }),

  implement('endUserSessions', async ({ context, actor, from, body }) => ({
    ended: await signOutPerson(context, { actor, from }, body.userId),
  })),

  implement('resetSecondStep', async ({ context, actor, from, body }) => {
    await transaction(context.db, (tx) => resetSecondStep(context, tx, { actor, from }, body.userId));
    return { message: say`Codes and passkeys switched off; they are signed out everywhere` };
  }),

  implement('getUserAnalytics', async ({ context }) => {
    const { timeZone } = await readSite(context.db);
    const figures = await countAllUsers(context.db, context.clock.now(), timeZone);
    const totalRevenue = toDollars(figures.totalRevenue);
    const averageOrderValue = toDollars(figures.averageOrderValue);
    return { analytics: { ...figures, totalRevenue, averageOrderValue } };
  }),

  implement('getUsersCsv', ({ context, actor, from, query }) => exportUsers(context, actor, from, query)),

  implement('lookupUserByPhone', async ({ context, actor, from, query }) => {
    requireMayLookUp(actor);
    const found = await lookUpByPhone(context.db, query.phone);
    // Log the actor and the people found, but not the number.
    const userIds = found.people.map(({ id }) => id);
    await recordLookup(context, { actor, from }, userIds);
    return found;
  }),

  // A repeated request finds nothing left. Its response is not stored, because it names the person.
  implement('forgetPerson', ({ context, actor, from, body }) => forgetPerson(context, { actor, from }, body)),
];
