import os

from postern import Postern

owner = Postern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"])
client = owner.with_profile("client-42")

photo = client.upload_media(os.environ["PHOTO"], alt_text="A loaf of rye bread")
accounts = client.list_accounts(status=["connected"])
post = client.create_post(
    text="Fresh from the oven.",
    media=[{"id": photo.id}],
    targets=[{"account_id": account.id} for account in accounts],
    mode="now",
)
print(f"{post.id} is {post.status}")
