import { useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Mail, MessageSquareText } from 'lucide-react';
import { emailNotices, orderNotices } from '@tiffin/domain/errors';
import {
  canSendSmsForOrder,
  countSmsSegments,
  LATE_MINUTES,
  delayText,
  onItsWayText,
  fillPlaceholders,
  MAX_SMS_LENGTH,
  withoutLinks,
  withPlainPunctuation,
} from '@tiffin/domain/messages';
import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { promiseText } from '../../shared/order/promise-text.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Textarea } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { apiQuery } from '../../shared/api/queries.ts';

const TEXT_GUEST_TEXTS = {
  sms: {
    open: say`Text the guest`,
    title: (name: string) => say`Text to ${name}`,
    sent: (name: string) => say`The text to ${name} is on its way`,
  },
  mail: {
    open: say`Email the guest`,
    title: (name: string) => say`Email to ${name}`,
    sent: (name: string) => say`The email to ${name} is on its way`,
  },
  templates: say`Start with`,
  onItsWay: say`On its way`,
  late: (minutes: number) => say`${minutes} minutes late`,
  message: say`Message`,
  left: (count: number) => say`${count} characters left`,
  leftInParts: (count: number, parts: number) => say`${count} characters left. Sent as ${parts} text messages`,
  nothingWritten: say`Write something, or choose a template`,
  send: (to: string) => say`Send to ${to}`,
  noPhone: say`Customer phone number is required to send SMS`,
  noEmail: say`there is no email address either`,
  noMailer: say`email is not set up for this restaurant`,
  noMessenger: say`Text messages are not set up for this restaurant`,
} as const;

type Order = Pick<
  Answer<'getOrderDetails'>['order'],
  | 'orderId'
  | 'customerInfo'
  | 'locationInfo'
  | 'estimatedReady'
  | 'promised'
  | 'pricing'
  | 'paymentUrl'
  | 'status'
  | 'orderType'
  | 'due'
>;

type Way = 'sms' | 'mail';

/** A message to the guest of an order by text message, or else by mail: from a template or custom. */
export function TextGuest({ order }: { order: Order }) {
  const { whyNot } = useBackOffice();
  const { way, reason } = wayTo(order.customerInfo, useSite().sends);
  const [isOpen, setOpen] = useState(false);
  const why = reason ?? whyNot('order.text-guest');
  return (
    <>
      <Button look="quiet" disabledReason={why} onClick={() => setOpen(true)}>
        {way === 'sms' ? <MessageSquareText aria-hidden="true" /> : <Mail aria-hidden="true" />}{' '}
        {TEXT_GUEST_TEXTS[way].open}
      </Button>
      {/* A title attribute cannot be read on touch screens. */}
      {why !== null && <p className="hint full-width">{why}</p>}
      {isOpen && <TextDialog order={order} way={way} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Prefers a text message, which guests see sooner. Mail is for guests without a phone number. */
function wayTo(
  { phone, email }: Order['customerInfo'],
  sends: readonly ('email' | 'sms')[],
): { way: Way; reason: string | null } {
  if (phone !== '' && sends.includes('sms')) return { way: 'sms', reason: null };
  if (email !== '' && sends.includes('email')) return { way: 'mail', reason: null };
  if (phone !== '') return { way: 'sms', reason: TEXT_GUEST_TEXTS.noMessenger };
  return {
    way: 'sms',
    reason: `${TEXT_GUEST_TEXTS.noPhone}; ${email === '' ? TEXT_GUEST_TEXTS.noEmail : TEXT_GUEST_TEXTS.noMailer}`,
  };
}

interface TextDialogProps {
  order: Order;
  way: Way;
  onClose: () => void;
}

function TextDialog({ order, way, onClose }: TextDialogProps) {
  const { name, phone, email } = order.customerInfo;
  const to = way === 'sms' ? phoneText(phone) : email;
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [key, setKey] = useState(newKey);

  function write(next: string) {
    setText(next);
    setProblem(null);
    setKey(newKey());
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (text.trim() === '') {
      setProblem(TEXT_GUEST_TEXTS.nothingWritten);
      return;
    }
    setBusy(true);
    try {
      const body = { orderId: order.orderId, message: text.trim() };
      await api(way === 'sms' ? 'sendCustomSMS' : 'sendCustomEmail', { body }, { idempotencyKey: key });
      toast.success(TEXT_GUEST_TEXTS[way].sent(name));
      onClose();
    } catch (error) {
      const why = errorTextOrServerMessage(error, [404]);
      setProblem(way === 'sms' ? orderNotices.smsFailed(why) : `${emailNotices.sendFailed}: ${why}`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={TEXT_GUEST_TEXTS[way].title(name)}
      description={to}
      dismissable={!busy}
      unsaved={text.trim() !== ''}
    >
      <form className="grid gap-16" noValidate onSubmit={(event) => void send(event)}>
        <TemplateButtons order={order} text={text} onPick={write} />
        <Field label={TEXT_GUEST_TEXTS.message} hint={lengthHint(text, way)} error={problem ?? undefined}>
          <Textarea rows={5} maxLength={MAX_SMS_LENGTH} value={text} onChange={(event) => write(event.target.value)} />
        </Field>
        <Button type="submit" size="lg" block busy={busy}>
          {TEXT_GUEST_TEXTS.send(to)}
        </Button>
      </form>
    </Dialog>
  );
}

function lengthHint(text: string, way: Way): string {
  const left = MAX_SMS_LENGTH - text.length;
  const parts = way === 'sms' ? countSmsSegments(withPlainPunctuation(text.trim())) : 1;
  return parts === 1 ? TEXT_GUEST_TEXTS.left(left) : TEXT_GUEST_TEXTS.leftInParts(left, parts);
}

function TemplateButtons({ order, text, onPick }: { order: Order; text: string; onPick: (message: string) => void }) {
  const { data, isError } = useQuery(apiQuery(['sms-templates'], 'getSMSTemplates'));
  return (
    <>
      {isError && (
        <Banner tone="warn" announce="status">
          {orderNotices.smsTemplatesFailed}
        </Banner>
      )}
      <div className="flex flex-wrap gap-8" role="group" aria-label={TEXT_GUEST_TEXTS.templates}>
        {templatesFor(order, data?.templates ?? []).map(({ id, name, message }) => (
          <Button key={id} look="quiet" size="sm" aria-pressed={text === message} onClick={() => onPick(message)}>
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}

/** The built-in templates and the restaurant's own, filled in with the order. */
function templatesFor(order: Order, own: Answer<'getSMSTemplates'>['templates']) {
  const { orderId, pricing, paymentUrl } = order;
  const values = {
    customerName: withoutLinks(order.customerInfo.name),
    orderId,
    estimatedTime: promiseText(order),
    total: formatMoney(centsOf(pricing.total)),
    paymentUrl,
  };
  const late = LATE_MINUTES.map((minutes) => ({
    id: `late-${minutes}`,
    name: TEXT_GUEST_TEXTS.late(minutes),
    message: delayText(minutes),
  }));
  return (
    [...late, { id: 'on_its_way', name: TEXT_GUEST_TEXTS.onItsWay, message: onItsWayText() }, ...own]
      .filter(({ id }) => canSendSmsForOrder(id, order))
      .map(({ id, name, message }) => ({ id, name, message: fillPlaceholders(message, values) }))
      // Skips templates that need a link the order does not have.
      .filter(({ message }) => !message.includes('{'))
  );
}
