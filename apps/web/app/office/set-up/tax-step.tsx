import { useState } from 'react';
import { paths } from '../../paths.ts';
import { api } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { taxSentences } from '../locations/tax-codec.ts';
import { locationTaxesFromWire } from '@tiffin/domain/pricing';
import { NeedsPlace } from './needs-place.tsx';
import type { StepProps } from './house.ts';
import { texts } from './texts.ts';

/** What a meal pays, said in words; its owner looks and says that it is right. */
export function TaxStep({ house, onSaid }: StepProps) {
  const { location, settings, today } = house;
  const [number, setNumber] = useState(settings.hstNumber ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!location) return <NeedsPlace />;
  const facts = {
    postalCode: location.postalCode,
    taxes: location.taxSettings && locationTaxesFromWire(location.taxSettings),
    tipBase: location.tipBaseOverride,
  };
  const sentences = location.taxes.length === 0 ? [] : taxSentences(facts, today);

  async function say() {
    setBusy(true);
    setProblem(null);
    try {
      const typed = number.trim() || null;
      if (typed !== settings.hstNumber) await api('updateSettings', { body: { settings: { hstNumber: typed } } });
      await onSaid();
    } catch (error) {
      setProblem(wordsFor(error));
    }
    setBusy(false);
  }

  return (
    <div className="stack gap-16">
      {problem !== null && (
        <Banner tone="bad" announce="alert" title={texts.failed}>
          {problem}
        </Banner>
      )}
      {sentences.length === 0 ? (
        <Banner tone="warn">{texts.tax.none}</Banner>
      ) : (
        sentences.map((sentence) => (
          <p key={sentence} className="text-lg">
            {sentence}
          </p>
        ))
      )}
      <Field label={texts.tax.number} hint={texts.tax.numberHint} optional>
        <TextInput maxLength={40} value={number} onChange={(event) => setNumber(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-12">
        {sentences.length > 0 && (
          <Button busy={busy} onClick={() => void say()}>
            {texts.right}
          </Button>
        )}
        <LinkButton look="quiet" href={paths.adminDashboard('locations')}>
          {texts.tax.edit}
        </LinkButton>
      </div>
    </div>
  );
}
