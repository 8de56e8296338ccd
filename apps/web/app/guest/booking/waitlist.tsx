import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { say } from '@tiffin/domain/core';
import { normalisePhone, phoneText } from '@tiffin/domain/people';
import { PARTY_MAX, PARTY_MIN, takesReservations, type WaitState } from '@tiffin/domain/reservation';
import { paths } from '../../paths.ts';
import type { Answer } from '../../shared/api/api.ts';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useRevalidate } from '../../shared/live/revalidate.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { PartyStepper } from '../../shared/reservation/party-stepper.tsx';
import { rememberedGuest } from '../../shared/session/remembered-guest.ts';
import { useMe, useSite, type Location } from '../../shared/site/site.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { useForm } from '../../ui/use-form.ts';
import { pathOfLink, type Booking } from './booking.ts';
import { SplitPage } from './booking-layout.tsx';
import styles from './booking.module.css';
import { texts } from './texts.ts';

const REFRESH_MS = 10_000;
const DEFAULT_PARTY = 2;

const waitForm = formOf({
  partySize: valueField(say`How many guests?`, DEFAULT_PARTY),
  name: textField(say`Name`, { required: true, input: { autoComplete: 'name', maxLength: 100 } }),
  phone: textField(say`Phone`, { required: true }),
});

const NOT_JOINED = say`You are not on the list yet.`;

/** Joins the waitlist and opens the page of the place on it. A phone number that waits already gets its link by text. */
function useJoin() {
  const navigate = useNavigate();
  const [knownPhone, setKnownPhone] = useState<string | null>(null);
  const join = useAction(callOf('joinWaitlist'), {
    onDone({ manageUrl }, { phone }) {
      setKnownPhone(manageUrl === '' ? phone : null);
      if (manageUrl !== '') void navigate(pathOfLink(manageUrl));
    },
  });
  return { ...join, knownPhone };
}

/** If the restaurant cannot send texts, the page says when the table is ready. */
const useSendsTexts = () => useSite().sends.includes('sms');

function AlreadyWaiting({ phone }: { phone: string }) {
  const sendsTexts = useSendsTexts();
  return (
    <Banner tone="ok" announce="status" title={say`You are on the list already.`}>
      {sendsTexts
        ? say`We texted the link to your place to ${phoneText(phone)} again. No message? Please ask at the door.`
        : say`Please open the page that showed your place, or ask at the door.`}
    </Banner>
  );
}

/** Offered when today is full. One press joins if name and number are filled in; otherwise a page asks for them. */
export function FullToday({ booking, location }: { booking: Booking; location: Location }) {
  const join = useJoin();
  const navigate = useNavigate();
  const sendsTexts = useSendsTexts();
  const { locationId, name, phone, partySize } = booking;
  const hasContact = name.trim() !== '' && normalisePhone(phone) !== null;
  if (join.knownPhone !== null) return <AlreadyWaiting phone={join.knownPhone} />;
  return (
    <section className="stack gap-8" aria-label={say`Waitlist`}>
      <Banner title={say`Today is full for ${texts.number(partySize)}.`}>
        {sendsTexts
          ? say`We text you when a table is ready. It costs nothing, and you can still book another day.`
          : say`A page shows when your table is ready. It costs nothing, and you can still book another day.`}
      </Banner>
      <ErrorBanner title={NOT_JOINED} error={join.error} />
      <Button
        look="line"
        block
        busy={join.isBusy}
        onClick={() => {
          if (hasContact) void join.send({ locationId, name, phone, partySize });
          else void navigate(paths.waitlist(location.id, { party: String(partySize) }));
        }}
      >
        {say`Join the waitlist`}
      </Button>
    </section>
  );
}

/** Joins the waitlist of a location. The code at the door and a full day lead here. */
export function JoinWaitlist({ location }: { location: Location }) {
  const hydrated = useHydrated();
  // A new form after hydration, because only then the contact that the device remembers is known.
  return <JoinForm key={String(hydrated)} location={location} hydrated={hydrated} />;
}

function JoinForm({ location, hydrated }: { location: Location; hydrated: boolean }) {
  const me = useMe();
  const guest = hydrated && me === null ? rememberedGuest() : null;
  const [query] = useSearchParams();
  const { sendOrThrow, knownPhone } = useJoin();
  const form = useForm(waitForm, {
    initialValues: {
      partySize: Math.min(PARTY_MAX, Math.max(PARTY_MIN, Math.trunc(Number(query.get('party'))) || DEFAULT_PARTY)),
      name: me?.displayName ?? guest?.name ?? '',
      phone: me?.phoneNumber ?? guest?.phone ?? '',
    },
    check: ({ phone }) => (normalisePhone(phone) === null ? { phone: say`Please enter a valid phone number` } : {}),
    save: ({ values }) => sendOrThrow({ ...values, locationId: location.id }),
    refused: refusalText,
  });
  const { at, draft } = form;
  const takesParties = takesReservations(location).ok;
  const sendsTexts = useSendsTexts();
  return (
    <WaitLayout location={location} partySize={draft.partySize}>
      {knownPhone !== null && <AlreadyWaiting phone={knownPhone} />}
      <div className="stack gap-12">
        <h1>{takesParties ? say`Join the waitlist` : say`There is no waitlist here now`}</h1>
        <p className="soft">
          {takesParties
            ? sendsTexts
              ? say`We text you when your table is ready. It costs nothing, and you can leave the list at any time.`
              : say`The next page shows when your table is ready: keep it open. It costs nothing, and you can leave the list at any time.`
            : say`Please ask at the door, or call ${phoneText(location.phone)}.`}
        </p>
      </div>
      {takesParties && (
        <div className="stack gap-18" inert={!hydrated}>
          <EditForm form={form} className="stack gap-18" failed={NOT_JOINED}>
            <PartyStepper size="lg" value={draft.partySize} onValue={at('partySize').onValue} />
            <TextField {...at('name')} autoComplete="name" />
            <Field label={say`Phone`} required error={at('phone').error}>
              <PhoneInput value={draft.phone} onValue={at('phone').onValue} />
            </Field>
            <Button type="submit" size="lg" busy={form.busy}>
              {say`Join the waitlist`}
            </Button>
          </EditForm>
        </div>
      )}
    </WaitLayout>
  );
}

const [COMING, NOT_COMING] = [true, false];

type Wait = Answer<'getWait'>['wait'];

export function WaitPage({ wait, token, location }: { wait: Wait; token: string; location: Location }) {
  const reload = useRevalidate(REFRESH_MS);
  const answer = useAction(callOf('answerCall'), { onDone: reload, onFailed: reload });
  const { title, text } = textsOf(wait, location, useSendsTexts());
  const answerButton = (coming: boolean, label: string) => (
    <Button
      key={label}
      look={coming ? 'solid' : 'quiet'}
      size="lg"
      busy={answer.sending?.coming === coming}
      onClick={() => void answer.send({ waitId: wait.waitId, token, coming })}
    >
      {label}
    </Button>
  );
  return (
    <WaitLayout location={location} partySize={wait.partySize}>
      <div className="stack gap-12" role="status">
        <h1>{title}</h1>
        <p className="soft">{text}</p>
      </div>
      <ErrorBanner title={say`Your answer did not arrive`} error={answer.error} />
      <div className={`flex flex-wrap gap-10 ${styles.actions}`}>
        {wait.state === 'waiting' && answerButton(NOT_COMING, say`Leave the waitlist`)}
        {wait.state === 'called' && [
          answerButton(COMING, say`We are coming`),
          answerButton(NOT_COMING, say`We are not coming`),
        ]}
        {wait.state === 'coming' && answerButton(NOT_COMING, say`We are not coming after all`)}
        {(wait.state === 'left' || wait.state === 'no-answer') && (
          <LinkButton size="lg" href={paths.waitlist(location.id)}>{say`Join the waitlist again`}</LinkButton>
        )}
      </div>
    </WaitLayout>
  );
}

function textsOf(
  { state, partiesAhead, quotedMinutes, joinedAt, answerBy }: Wait,
  { timeZone, phone, name }: Location,
  sendsTexts: boolean,
): { title: string; text: string } {
  const readyAt = formatTime(new Date(Date.parse(joinedAt) + quotedMinutes * 60_000).toISOString(), 'time', timeZone);
  const until = answerBy === null ? '' : formatTime(answerBy, 'time', timeZone);
  const states: Record<WaitState, { title: string; text: string }> = {
    waiting: {
      title:
        partiesAhead === 0
          ? say`You are next`
          : partiesAhead === 1
            ? say`1 party is ahead of you`
            : say`${partiesAhead} parties are ahead of you`,
      text: sendsTexts
        ? say`At about ${readyAt} your table is ready. We text you then. You have no table yet.`
        : say`At about ${readyAt} your table is ready. Keep this page open: it says when. You have no table yet.`,
    },
    called: {
      title: say`Your table is ready`,
      text: say`Are you coming? Until ${until} it is kept for you, then it goes to the next party.`,
    },
    coming: { title: say`Your table is waiting for you`, text: say`Please come to the door of ${name}.` },
    seated: { title: say`You are at your table`, text: say`Enjoy your meal.` },
    left: { title: say`You are not on the waitlist any more`, text: say`Questions? Call ${phoneText(phone)}.` },
    'no-answer': {
      title: say`Your table went to the next party`,
      text: say`We got no answer in time. Please ask at the door, or call ${phoneText(phone)}.`,
    },
  };
  return states[state];
}

interface WaitLayoutProps {
  location: Location;
  partySize: number;
  children: React.ReactNode;
}

function WaitLayout({ location, partySize, children }: WaitLayoutProps) {
  return (
    <SplitPage
      seats={partySize}
      sentence={
        <p className={styles.say}>
          {say`Waiting for a table for `}
          <u>{texts.number(partySize)}</u>
          {say` at `}
          <u>{location.name}</u>
        </p>
      }
    >
      {children}
    </SplitPage>
  );
}
