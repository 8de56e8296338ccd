import { EXPORTED_TABLES } from './files.ts';

/** Tables that only another Tiffin needs: their rows are in rows/, without a CSV file for people. */
const ONLY_IN_ROWS =
  'counted_orders day_figures dish_figures guest_figures guest_visits hour_figures image_files kitchen_slots learned_times menu_imports order_search payment_sessions sandbox_refunds sandbox_sessions slot_takes';

/** The tables whose rows an import reads. */
export const TRAVELLING: readonly string[] = [...Object.keys(EXPORTED_TABLES), ...ONLY_IN_ROWS.split(' ')];

/** The tables and columns that an export leaves out of rows/, and what its README and an import say about them. */
export const STAYING: readonly { readonly words: string; readonly names: string }[] = [
  {
    words:
      'Passwords, passkeys, second factors, PINs, sessions and open invitations. Make a password for one admin with `npm run admin -- reset-password EMAIL`; everybody else presses “Forgot password?” and gets a mail. Invite again who had not accepted.',
    names:
      'invitations passkeys pins sent_codes sessions sign_in_accounts two_factors used_challenges used_codes verifications users.two_factor_enabled users.weak_password',
  },
  {
    words: 'Keys of the API, webhooks, calendars, printers, shared tablets and pickup screens. Set them up again.',
    names: 'api_keys calendar_feeds pickup_screens print_jobs printers tablets webhook_deliveries webhooks',
  },
  {
    words: 'Devices that get notifications. Their owners turn them on again.',
    names: 'push_followers push_keys push_notices',
  },
  {
    words:
      'Codes of gift cards, and the links in mails to orders and bookings. Both follow from `AUTH_SECRET`: give the new server the same one, or name it in `AUTH_SECRET_PREVIOUS`, and they go on working. Links to unpaid payment pages end.',
    names:
      'gift_cards.code_hash orders.payment_url orders.receipt_token payment_sessions.payment_url reservations.manage_token sandbox_sessions.cancel_url sandbox_sessions.success_url',
  },
  {
    words:
      'Messages that wait to be sent. The old server sends them if it runs on; here they are cancelled, and a mailing that is under way is stopped.',
    names: 'mailings.next_batch_at messages.headers messages.keeps_keys messages.mail_content messages.next_try_at',
  },
  {
    words: 'The browsers and addresses from which guests booked and paid.',
    names: 'payment_sessions.begun_from reservations.booked_from reservations.platform reservations.user_agent',
  },
  {
    words:
      'What the server keeps for a few days or for itself: live events, stored responses, unfinished uploads, limits, and notifications of card providers that failed. Keys of providers and other settings of `.env` are not in the database.',
    // The bytes of the pictures are files. The tables of fiscal receipts and figure_viewings are unused.
    names:
      'clocked_jobs event_readers events failed_webhooks figure_viewings fiscal_receipts fiscal_rules_seen fiscal_stand_in idempotency_keys image_upload_parts image_uploads picture_removals rate_limits sandbox_events security_log image_files.bytes',
  },
];

export const stayingNames: ReadonlySet<string> = new Set(STAYING.flatMap(({ names }) => names.split(' ')));

export function staysBehind(table: string, column: string): boolean {
  return stayingNames.has(table) || stayingNames.has(`${table}.${column}`);
}

/** What is written in place of a column: work that the old server still does is not done twice. */
export const WRITTEN_AS: Readonly<Record<string, string>> = {
  'mailing_recipients.reason': `case when status = 'waiting' then 'Stopped before their batch' else reason end`,
  'mailing_recipients.status': `case when status = 'waiting' then 'skipped' else status end`,
  'mailings.finished_at': `case when status = 'sending' then coalesce(finished_at, now()) else finished_at end`,
  'mailings.status': `case when status = 'sending' then 'stopped' else status end`,
  // A message that waits contains the access token of an account or an order.
  'messages.body_text': `case when keeps_keys then '' else body_text end`,
  'messages.status': `case when status in ('queued', 'sending') then 'cancelled' else status end`,
};

/** Columns that stay and cannot be empty: what an import writes. Nobody knows a token of these hashes. */
export const FILLED_WITH: Readonly<Record<string, string>> = {
  'gift_cards.code_hash': `gen_random_uuid()::text`,
  'messages.keeps_keys': 'false',
  'orders.receipt_token': `'sha256:' || gen_random_uuid()`,
  'reservations.manage_token': `'sha256:' || gen_random_uuid()`,
  'sandbox_sessions.cancel_url': `''`,
  'sandbox_sessions.success_url': `''`,
};
