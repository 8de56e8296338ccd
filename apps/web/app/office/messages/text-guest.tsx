import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Mail, MessageSquareText } from 'lucide-react';
import { emailNotices, orderNotices } from '@tiffin/domain/errors';
import {
  canSendSmsForOrder,
  countSmsSegments,
  DELAY_MINUTES,
  delayText,
  onItsWayText,
  fillPlaceholders,
  MAX_SMS_LENGTH,
  withoutLinks,
  withPlainPunctuation,
} from '@tiffin/domain/messages';
import { phoneText } from '@tiffin/domain/people';
import { say, sayNow } from '@tiffin/domain/core';
import { PASSED_ESTIMATE } from '@tiffin/domain/hours';
import { isLaterThanPromised } from '@tiffin/domain/order';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { promiseText } from '../../shared/order/promise-text.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditDialog, TextareaField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { useForm } from '../../ui/use-form.ts';

const NO_PHONE = say`Customer phone number is required to send SMS`;

type Order = Answer<'getOrderDetails'>['order'];

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
        {way === 'sms' ? <MessageSquareText /> : <Mail />} {way === 'sms' ? say`Text the guest` : say`Email the guest`}
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
  if (phone !== '') return { way: 'sms', reason: say`Text messages are not set up for this restaurant` };
  const noMail = email === '' ? say`there is no email address either` : say`email is not set up for this restaurant`;
  return { way: 'sms', reason: `${NO_PHONE}; ${noMail}` };
}

const textForm = formOf({
  message: textField(say`Message`, {
    missing: say`Write something, or choose a template`,
    input: { maxLength: MAX_SMS_LENGTH },
  }),
});

function TextDialog({ order, way, onClose }: { order: Order; way: Way; onClose: () => void }) {
  const { name, phone, email } = order.customerInfo;
  const isText = way === 'sms';
  const to = isText ? phoneText(phone) : email;
  const send = useCall(isText ? 'sendCustomSMS' : 'sendCustomEmail', {
    doneText: () => (isText ? say`The text to ${name} is on its way` : say`The email to ${name} is on its way`),
    onDone: onClose,
  });
  const form = useForm(textForm, {
    save: ({ values }) => send.sendOrThrow({ orderId: order.orderId, ...values }),
    refused: (error) =>
      isText ? orderNotices.smsFailed(refusalText(error)) : `${emailNotices.sendFailed}: ${refusalText(error)}`,
  });
  const { message } = form.draft;
  return (
    <EditDialog
      form={form}
      size="md"
      className="grid gap-16"
      title={isText ? say`Text to ${name}` : say`Email to ${name}`}
      description={to}
      save={say`Send to ${to}`}
      onClose={onClose}
    >
      <TemplateButtons order={order} text={message} onPick={(text) => form.set({ message: text })} />
      <TextareaField {...form.at('message')} hint={lengthHint(message, way)} rows={5} />
    </EditDialog>
  );
}

function lengthHint(text: string, way: Way): string {
  const left = MAX_SMS_LENGTH - text.length;
  const parts = way === 'sms' ? countSmsSegments(withPlainPunctuation(text.trim())) : 1;
  if (parts > 1) return say`${left} characters left. Sent as ${parts} text messages`;
  return say`${left} characters left`;
}

function TemplateButtons({ order, text, onPick }: { order: Order; text: string; onPick: (message: string) => void }) {
  const { data, isError } = useQuery(apiQuery(['sms-templates'], 'getSMSTemplates'));
  return (
    <>
      {isError && (
        <Banner tone="warn" announce="status">
          {say`Failed to fetch SMS templates`}
        </Banner>
      )}
      <div className="flex flex-wrap gap-8" role="group" aria-label={say`Start with`}>
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
    estimatedTime: isLaterThanPromised(order, serverNow()) ? sayNow(PASSED_ESTIMATE) : promiseText(order),
    total: formatMoney(centsOf(pricing.total)),
    paymentUrl,
  };
  const late = DELAY_MINUTES.map((minutes) => ({
    id: `late-${minutes}`,
    name: say`${minutes} minutes late`,
    message: delayText(minutes),
  }));
  return (
    [...late, { id: 'on_its_way', name: say`On its way`, message: onItsWayText() }, ...own]
      .filter(({ id }) => canSendSmsForOrder(id, order))
      .map(({ id, name, message }) => ({ id, name, message: fillPlaceholders(message, values) }))
      // Skips templates that need a link the order does not have.
      .filter(({ message }) => !message.includes('{'))
  );
}
