void main()
{
    int n = "1";
}
