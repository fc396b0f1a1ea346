-- Search in posts and comments (decision 045). Rewrites both tables under an exclusive lock.

create extension if not exists pg_trgm;

-- The form in which text is stored and compared for search: lower case, without accents of letters
-- and skin tones of emoji. The index ignores words of fewer than three letters and symbols. So each
-- character of Chinese, Japanese and Korean is written three times, and each emoji as letters
-- (its code in hexadecimal digits, written as letters that texts do not contain).
create function fold_for_search(source text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  folded text := normalize(regexp_replace(normalize(source, nfkd),
    '[\u0300-\u036f\u200d\ufe0f\U0001f3fb-\U0001f3ff]', '', 'g'), nfc);
begin
  if folded ~ '[\u2190-\u2bff\U0001f000-\U0001fbff]' then
    select string_agg(
      case when letter ~ '[\u2190-\u2bff\U0001f000-\U0001fbff]'
        then ' ' || translate(to_hex(ascii(letter)), '0123456789abcdef', 'ⴰⴱⴲⴳⴴⴵⴶⴷⴸⴹⴺⴻⴼⴽⴾⴿ') || ' '
        else letter
      end, '' order by place)
    into folded
    from unnest(string_to_array(folded, null)) with ordinality as letters (letter, place);
  end if;
  folded := regexp_replace(folded, '([\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff])', '\1\1\1', 'g');
  return replace(lower(folded), 'ß', 'ss');
end
$$;

-- The leading space marks the beginning of the first word.
alter table comment add column search_text text not null generated always as (
  fold_for_search(' ' || text || ' ' || author_username || ' ' || coalesce(author_name, ''))) stored;
create index comment_search on comment using gin (search_text gin_trgm_ops);

-- The texts and first comments of a post's targets that differ from the post.
alter table post add column target_texts text not null default '';
update post set target_texts = targets.texts
from (
  select post_id, string_agg(concat_ws(' ', text, first_comment), ' ' order by place) as texts
  from post_target where text is not null or first_comment is not null group by post_id
) targets
where targets.post_id = post.id;
alter table post add column search_text text not null generated always as (
  fold_for_search(' ' || text || ' ' || target_texts)) stored;
create index post_search on post using gin (search_text gin_trgm_ops);
