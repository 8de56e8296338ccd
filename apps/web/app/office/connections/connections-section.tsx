import { say } from '@tiffin/domain/core';
import { TextLink } from '../../ui/link.tsx';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { showPart } from '../../ui/parts.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Webhooks } from './webhooks.tsx';

/** The webhooks that send events to other programs, and the keys with which programs call the API. */
export default function ConnectionsSection() {
  useLinkedPart('connections', showPart);
  return (
    <div className="stack gap-14 content-start">
      <header className="row flex-wrap between">
        <h1>{say`Connections`}</h1>
        <TextLink href="/api/docs" target="_blank" rel="noreferrer">
          {say`For developers: the API`}
        </TextLink>
      </header>
      <Webhooks />
      <ApiKeys />
    </div>
  );
}
