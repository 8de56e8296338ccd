import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { MarkdownBlock } from '../../shared/page/markdown-block.tsx';
import { TextLink } from '../../ui/link.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { searchHandbook } from './search-pages.ts';
import { handbookPages, PICTURES } from './pages.ts';
import styles from './handbook.module.css';

export function HandbookPage() {
  const pages = handbookPages();
  const [typed, setTyped] = useState('');
  const listed = typed.trim() === '' ? pages : searchHandbook(pages, typed);
  return (
    <div className={`grid gap-24 ${styles.frame}`}>
      <nav aria-label={say`Pages`} className="stack gap-12 content-start">
        <h1>{say`Handbook`}</h1>
        <SearchInput
          label={say`Search the handbook`}
          placeholder={say`Search the handbook`}
          value={typed}
          onValue={setTyped}
        />
        {listed.length === 0 && <p role="status">{say`No page has these words.`}</p>}
        <ul className="grid gap-8">
          {listed.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
        <p>
          <TextLink href={paths.adminDashboard()}>{say`To the back office`}</TextLink>
        </p>
      </nav>
      <main id="main" tabIndex={-1} className="stack gap-32">
        {pages.map(({ id, title, blocks }) => (
          <article key={id} id={id} className={`stack gap-12 round-lg surface shadow-1 ${styles.page}`}>
            <h2>{title}</h2>
            {blocks.map((block, index) => (
              // The page is static, so the index is a stable key.
              // oxlint-disable-next-line react/no-array-index-key
              <MarkdownBlock key={index} block={block} pictures={PICTURES} />
            ))}
          </article>
        ))}
      </main>
    </div>
  );
}
