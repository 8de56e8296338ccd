import { useState, type FormEvent } from 'react';
import { accountNameProblem, phoneProblem } from '@tiffin/domain/order';
import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';

type Person = NonNullable<Me>;
type Problems = Partial<Record<'name' | 'phone' | 'form', string | null>>;

export function ProfileForm({ me, onSaved }: { me: Person; onSaved: () => void }) {
  const [name, setName] = useState(me.displayName);
  const [phone, setPhone] = useState(me.phoneNumber ?? '');
  const [notifications, setNotifications] = useState(me.preferences.notifications);
  const [marketing, setMarketing] = useState(me.preferences.marketing);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    // One that was saved before stands in the way of nothing else.
    const isNew = name !== me.displayName;
    const wrongName = isNew ? accountNameProblem(name) : null;
    const wrongPhone = phone === '' ? null : phoneProblem(phone);
    if (wrongName || wrongPhone) {
      setProblems({ ...(wrongName && { name: wrongName }), ...(wrongPhone && { phone: wrongPhone }) });
      return;
    }
    setBusy(true);
    setProblems({});
    try {
      await api('updateMe', {
        body: {
          ...(isNew && { displayName: name }),
          phoneNumber: phone || null,
          preferences: { notifications, marketing },
        },
      });
      toast.success(texts.saved);
      onSaved();
    } catch (error) {
      const field = error instanceof ApiError ? error.details['field'] : null;
      const said = error instanceof ApiError && error.status === 400 ? error.message : wordsFor(error);
      setProblems(
        field === 'displayName' ? { name: said } : field === 'phoneNumber' ? { phone: said } : { form: said },
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-16" onSubmit={(event) => void save(event)}>
      <Field label={texts.name} error={problems.name} required>
        <TextInput
          name="name"
          autoComplete="name"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setProblems((before) => ({ ...before, name: null }));
          }}
        />
      </Field>
      <Field label={texts.email}>
        <TextInput value={me.email} readOnly />
      </Field>
      <Field label={texts.phone} error={problems.phone}>
        <PhoneInput
          name="phone"
          value={phone}
          onValue={(value) => {
            setPhone(value);
            setProblems((before) => ({ ...before, phone: null }));
          }}
        />
      </Field>
      <Checkbox
        label={texts.notifications}
        checked={notifications}
        onChange={(event) => setNotifications(event.target.checked)}
      />
      <Checkbox
        label={texts.marketing}
        hint={texts.marketingHint}
        checked={marketing}
        onChange={(event) => setMarketing(event.target.checked)}
      />
      {problems.form && (
        <Banner tone="bad" announce="alert">
          {problems.form}
        </Banner>
      )}
      <Button type="submit" look="quiet" busy={busy}>
        {texts.save}
      </Button>
    </form>
  );
}
