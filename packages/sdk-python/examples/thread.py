import os

from postern import Postern

client = Postern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"]).with_profile("client-42")

post = client.create_post(
    text="How our rye bread is made:",
    thread=[{"text": "In the evening, we feed the sourdough."}, {"text": "At five, we bake."}],
    # One post with all texts on networks without threads, such as Facebook.
    thread_fallback="join",
    targets=[{"account_id": account.id} for account in client.list_accounts(status=["connected"])],
    mode="now",
)
print(f"{post.id} has {len(post.thread) + 1} parts")
