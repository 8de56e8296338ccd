import { say } from '@tiffin/domain/core';
import { ApiKeys } from './api-keys.tsx';
import { Webhooks } from './webhooks.tsx';

/** How other software reaches this one, and is reached by it. */
export default function ConnectionsSection() {
  return (
    <div className="stack gap-14 content-start">
      <header className="row flex-wrap between">
        <h1>{say`Connections`}</h1>
        <a className="link" href="/api/docs" target="_blank" rel="noreferrer">
          {say`For developers: the API`}
        </a>
      </header>
      <Webhooks />
      <ApiKeys />
    </div>
  );
}
