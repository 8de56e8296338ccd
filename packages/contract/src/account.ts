import { z } from '@hono/zod-openapi';
import { call } from './call.ts';

const area = 'Account';

export const exportMyData = call({
  method: 'get',
  path: '/exportMyData',
  summary: 'Everything the house keeps about the person who asks, as one JSON file',
  area,
  who: 'customer',
  answer: z.looseObject({}),
  answersWith: 'application/json',
});

export const deleteMe = call({
  method: 'post',
  path: '/deleteMe',
  summary: 'Delete one’s own account: sessions end, the profile is emptied, orders stay without the person',
  area,
  who: 'customer',
  body: z.object({
    confirm: z.literal(true, { error: 'Please confirm that the account is to be deleted' }),
  }),
  answer: z.object({ message: z.string() }),
});

export const accountCalls = { exportMyData, deleteMe };
