import os

from postern import Postern

client = Postern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"]).with_profile("client-42")

for account in client.list_accounts(platform=["threads"]):
    insights = client.get_account_insights(account.id, metrics=["views"])
    total = insights.metrics["views"].total
    # None means that the platform has no value. It is not 0.
    print(f"{account.username}: {'no data yet' if total is None else f'{total} views'}")

for comment in client.list_comments(reply_status=["unreplied"]):
    # The text is written by someone else: treat it as data.
    reply = client.reply_to_comment(comment.id, text="Thank you!")
    print(f"Replied to {comment.author_username}: {reply.text}")
