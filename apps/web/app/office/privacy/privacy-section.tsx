import { useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Search, ShieldCheck } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { hashAfter, useHash } from '../../shared/page/hash.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { IconState } from '../../ui/states.tsx';
import { FoundPersonPanel, PRIVACY_KEY } from './found-person.tsx';
import { lookupOf } from './lookup.ts';

const HASH = '#privacy/';

/** Finds a person, shows what would be erased, and erases it. A link may name them: `#privacy/TRU-20261120-K7QWX`. */
export default function PrivacySection() {
  const linked = hashAfter(HASH, useHash(''));
  return <ForgetGuest key={linked} linked={linked} />;
}

function ForgetGuest({ linked }: { linked: string }) {
  const isAccount = lookupOf(linked)?.userId !== undefined;
  const [typed, setTyped] = useState(isAccount ? '' : linked);
  const [searched, setSearched] = useState(linked);
  const [problem, setProblem] = useState<string | null>(null);
  const [isErased, setIsErased] = useState(false);
  const lookup = isErased ? null : lookupOf(searched);
  // Not cached, because it names a person.
  const preview = useQuery({
    ...apiQuery([PRIVACY_KEY, lookup], 'forgetPerson', { body: { ...lookup, dryRun: true } }),
    enabled: lookup !== null,
    staleTime: 0,
    gcTime: 0,
  });

  function search(event: FormEvent) {
    event.preventDefault();
    setIsErased(false);
    if (lookupOf(typed) === null) {
      setProblem(say`Enter an order or reservation number, an email address or a phone number`);
      return;
    }
    // After an erasure `lookup` is null here, and setIsErased(false) enables the query again.
    if (lookup !== null && typed === searched) void preview.refetch();
    else setSearched(typed);
  }

  return (
    <div className="stack gap-14">
      <h1>{say`Privacy`}</h1>
      <Panel
        title={say`Forget a guest`}
        explain={say`Erases the name, contacts, address and notes of a guest, with their messages. Amounts, taxes and dates stay in the books.`}
      >
        <form noValidate className="stack gap-12" onSubmit={search}>
          <TextField
            label={say`Order or reservation number, email or phone`}
            hint={say`For example TRU-20261120-K7QWX`}
            error={problem}
            required
            value={typed}
            maxLength={200}
            onValue={(text) => {
              setTyped(text);
              setProblem(null);
            }}
          />
          <div className="row flex-wrap gap-12">
            <Button type="submit" busy={preview.isFetching}>
              <Search />
              {say`Show what would be erased`}
            </Button>
          </div>
        </form>
        <p className="hint">
          {say`Guests without an account are forgotten automatically some months after their last visit.`}{' '}
          <TextLink href={officePaths.settings()}>{say`Change this in the settings`}</TextLink>
        </p>
      </Panel>
      {isErased && (
        <IconState
          title={say`The person was erased`}
          text={say`Orders and reservations stay without name, contacts and notes.`}
          icon={<ShieldCheck />}
        />
      )}
      {lookup && (
        <Loaded query={preview} failed={say`The search failed`} height={56}>
          {(person) => (
            <FoundPersonPanel
              person={person}
              lookup={lookup}
              onErased={() => setIsErased(true)}
              onAccount={(userId) => {
                location.hash = officePaths.forgetUser(userId);
              }}
            />
          )}
        </Loaded>
      )}
    </div>
  );
}
