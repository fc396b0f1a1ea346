-- A published target without a permalink is one whose `post.published` waits for it. Those from before
-- have had their event: they are asked for no more.
update post_target set phase = null, due_at = null, progress_sealed = null
where status = 'published' and phase = 'link' and permalink is null;
