import type { AccountFacts } from '../../core/account-facts.ts'
import { laterPartOptions } from '../../platforms/contract/options.ts'
import type {
  PostContent,
  PublishAbility,
  PublishFinding,
} from '../../platforms/contract/publish.ts'

/** The problems of a part after the first one; the options of the target are checked with the first. */
export function checkLaterPart(
  ability: PublishAbility,
  content: PostContent,
  facts: AccountFacts | null,
): PublishFinding[] {
  const options = laterPartOptions(ability.options, content.options)
  const findings = ability.check({ ...content, options }, facts)
  return findings.filter(({ path }) => /^(text|media)/.test(path))
}
